// The whole distribution of a latency by level, as HdrHistogram plots it: each decade to the right is one more nine.

const PERCENTILE_TAGS = ["time_to_first_token", "inter_token_latency", "time_per_output_token", "request_latency",
  "time_to_first_token_from_schedule", "request_latency_from_schedule"];

function percentilePoints(level, tag) {
  const series = level.series.percentiles || {};
  const values = list(series[tag]);
  const n = ((level.raw.metrics || {})[tag] || {}).count || values.length;
  return values.map((value, k) => {
    const last = k === values.length - 1;
    const x = last ? n : Math.pow(10, k / series.steps_a_decade);
    return { value: [Math.max(x, 1), value], tip: () => [levelName(level),
      [[last ? "slowest" : x <= 1 ? "fastest" : percentileAt(x), time(value)], ["n", String(n)],
        ["beyond it", count(Math.max(1, Math.round(n / x)), "sample")]]] };
  });
}

/** Lines at the percentiles that people ask for; a logarithmic axis itself has ticks at the nines only. */
function nines() {
  return { silent: true, symbol: "none", lineStyle: { color: color("line"), type: "dashed" },
    label: { color: color("muted"), position: "end", distance: 4 },
    data: [2, 20, 100, 1000].map((x) => ({ xAxis: x, label: { formatter: percentileAt(x) } })) };
}

function percentileFigure(state) {
  return figure("percentiles", "Latency by percentile", "the curve to the right is the tail: each step is one more nine", () => {
    const tag = state.tags[state.tag];
    const levels = state.runs[state.run].levels.filter((l) => list((l.series.percentiles || {})[tag]).length);
    const closed = levels.filter((l) => l.closed);
    const open = levels.filter((l) => !l.closed);
    const series = levels.map((level) => {
      const among = level.closed ? closed : open;
      const tone = ramp(seriesColor(level.closed ? 0 : 1), among.indexOf(level), among.length);
      return { name: level.name, type: "line", color: tone, symbolSize: 5, showAllSymbol: true,
        symbol: level.closed ? "circle" : "diamond", lineStyle: { width: 2, type: level.closed ? "solid" : "dashed" },
        data: percentilePoints(level, tag) };
    });
    if (series.length) {
      series[0].markLine = nines();
    }
    const option = Object.assign(base(), {
      grid: { left: 76, right: 24, top: 60, bottom: 48 },
      xAxis: axis("log", "percentile", { min: 1, max: Math.max(10, ...levels.map((l) => l.raw.metrics[tag].count)) * 1.1,
        splitLine: { show: false }, axisLabel: { color: color("muted"), showMaxLabel: false,
          formatter: (x) => (x <= 1 ? "p0" : percentileAt(x)) } }),
      yAxis: timeAxis(meaning(tag).short, state.log, state.log
        ? logBounds(series.flatMap((s) => s.data.map((p) => p.value[1]))) : { min: 0 }),
      series,
    });
    const points = series.reduce((sum, s) => sum + s.data.length, 0);
    return { option, points, label: meaning(tag).name + ", " + count(levels.length, "level") + ".",
      note: "Drawn with " + ((levels[0] || { series: {} }).series.percentiles || {}).steps_a_decade
        + " points a decade; the last point of a line is its slowest sample.",
      head: ["level", "n", ...Object.values(QUANTILE_NAMES), "max"],
      rows: levels.map((l) => [l.name, String(l.raw.metrics[tag].count),
        ...Object.keys(QUANTILES).map((q) => num((quantile(l, tag, q) || {}).value)), num(l.raw.metrics[tag].max)]) };
  });
}

function percentilesSection() {
  const runs = RUNS.filter((run) => run.levels.some((l) => l.series.percentiles));
  if (!runs.length) {
    return null;
  }
  const tags = PERCENTILE_TAGS.filter((tag) => runs.some((r) => r.levels.some((l) => (l.series.percentiles || {})[tag])));
  const state = { runs, run: 0, tags, tag: 0, log: true };
  const drawn = percentileFigure(state);
  return section("percentiles-section", "Tails", "Closed levels are blue circles, open ones orange diamonds; the fuller the colour, the higher the load.",
    el("div", { class: "bar controls" },
      runs.length > 1 ? select("Run", runs.map((r) => r.label), 0, (i) => { state.run = i; drawn.redraw(); }) : null,
      select("Metric", tags.map((t) => meaning(t).name), 0, (i) => { state.tag = i; drawn.redraw(); }),
      toggle("Logarithmic latency", true, (on) => { state.log = on; drawn.redraw(); })),
    drawn.node);
}

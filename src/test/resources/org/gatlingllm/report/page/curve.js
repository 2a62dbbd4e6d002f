// The latency-throughput curve: what a server gives up in latency for more output.

const CURVES = [
  { id: "curve-ttft", tag: "time_to_first_token", title: "Time to first token", quantiles: ["p50", "p95", "p99"] },
  { id: "curve-itl", tag: "inter_token_latency", title: "Inter-token latency", quantiles: ["p50", "p99"] },
];

/** One point: a level, with everything that must stand beside its number. */
function curvePoint(level, tag, name) {
  const q = quantile(level, tag, name);
  if (!q) {
    return null;
  }
  const more = [...level.suspect.map((reason) => "Suspect: " + reason),
    ...(q.weak ? ["* little more than the slowest request"] : [])];
  return {
    level, q, value: [level.tokens, q.value],
    tip: () => [levelName(level), [...quantileRows(meaning(tag).short + " " + QUANTILE_NAMES[name], q, time),
      ["output", num(level.tokens) + " tok/s"], ["requests", num(level.raw.request_throughput) + " /s"],
      level.failed ? ["failed", level.failed + " of " + level.sent] : null], more],
  };
}

/** Line, open points and whiskers of one quantile of one line; all under one name of the legend. */
function curveSeries(line, tag, quantileName, name, tone, labelled) {
  const series = [];
  for (const closed of [true, false]) {
    const points = byLoad(line, closed).map((l) => curvePoint(l, tag, quantileName)).filter(Boolean);
    if (points.length) {
      series.push({
        name, type: "line", color: tone, symbol: closed ? "circle" : "diamond", symbolSize: closed ? 9 : 12,
        showAllSymbol: true, lineStyle: { width: closed ? 2 : 0, type: "solid" }, z: 3,
        label: { show: labelled, position: closed ? "right" : "left", distance: 7, color: color("muted"), fontSize: 11,
          formatter: (p) => p.data.name },
        labelLayout: { hideOverlap: true },
        emphasis: { scale: 1.4 },
        // ECharts copies its data deeply: it gets no level, which knows its run, which knows its levels
        data: points.map((p, i) => ({ name: p.level.name, value: p.value, tip: p.tip,
          label: closed && climbsFlat(points, i) ? { position: "top" } : undefined, itemStyle: p.level.suspect.length
          ? { color: color("surface"), borderColor: tone, borderWidth: 2 } : undefined })),
      }, whiskers(name, tone, points));
    }
  }
  return series;
}

/** Whether the line leaves a point to the right rather than upwards, where a name beside it would be struck through. */
function climbsFlat(points, i) {
  const widest = Math.max(...points.map((p) => p.value[0]));
  return i + 1 < points.length && points[i + 1].value[0] - points[i].value[0] > 0.04 * widest;
}

function whiskers(name, tone, points) {
  return {
    name, type: "custom", silent: true, z: 2, color: tone,
    data: points.filter((p) => known(p.q.low)).map((p) => [p.value[0], p.q.low, p.q.high]),
    renderItem: (params, api) => {
      const low = api.coord([api.value(0), api.value(1)]);
      const high = api.coord([api.value(0), api.value(2)]);
      const style = { stroke: tone, lineWidth: 1.5, opacity: 0.55 };
      const line = (x1, y1, x2, y2) => ({ type: "line", shape: { x1, y1, x2, y2 }, style });
      return { type: "group", children: [line(low[0], low[1], high[0], high[1]),
        line(low[0] - 4, low[1], low[0] + 4, low[1]), line(high[0] - 4, high[1], high[0] + 4, high[1])] };
    },
  };
}

/** A ring round the level from which more users bring hardly more output. */
function kneeMarks(lines, tag, quantileName) {
  const data = lines.flatMap((line) => {
    const knee = kneeOf(line);
    const point = knee && curvePoint(knee, tag, quantileName);
    return point ? [{ value: point.value, tip: () => ["Knee: " + levelName(knee),
      [["output", num(knee.tokens) + " tok/s"]],
      ["More users gain less than 10 % of output here, while TTFT p50 grows by more than 10 %."]] }] : [];
  });
  return { name: "knee", type: "scatter", data, symbol: "circle", symbolSize: 24, z: 1, color: color("muted"),
    itemStyle: { color: faded(color("s4"), 0.18), borderColor: color("s4"), borderWidth: 2 },
    label: { show: true, formatter: "knee", position: "bottom", color: color("ink"), fontSize: 11, distance: 4 } };
}

/** Limits that were asked for, as lines across. */
function sloLines(tag) {
  const limits = RUNS.flatMap((run) => run.slo).filter((s) => s && s.metric === tag && known(s.limit));
  const seen = new Set();
  const data = limits.filter((s) => !seen.has(s.limit + "/" + s.statistic) && seen.add(s.limit + "/" + s.statistic))
    .map((s) => ({ yAxis: s.limit, label: { formatter: ["SLO", s.statistic, time(s.limit)].filter(Boolean).join(" ") } }));
  return { silent: true, symbol: "none", data, lineStyle: { color: color("bad"), type: "dashed" },
    label: { position: "insideEndTop", color: color("bad"), distance: 4 } };
}

function curveOption(curve, state) {
  const many = LINES.length > 1;
  const names = many ? [state.quantile in { p50: 1, p95: 1, p99: 1 } ? state.quantile : "p50"] : curve.quantiles;
  const series = LINES.flatMap((line) => names.flatMap((name, i) => curveSeries(line, curve.tag, name,
    many ? line.name : QUANTILE_NAMES[name], seriesColor(many ? line.color : i), i === names.length - 1)));
  const points = series.filter((s) => s.type === "line").flatMap((s) => s.data);
  const bounds = points.map((p) => p.value[1]).concat(sloLines(curve.tag).data.map((s) => s.yAxis));
  const marks = kneeMarks(LINES, curve.tag, names[0]);
  if (series.length) {
    series[0].markLine = sloLines(curve.tag);
  }
  return { points, marks, option: Object.assign(base(), {
    grid: { left: 76, right: 46, top: 44, bottom: 48 },
    xAxis: axis("value", "output tokens per second", { min: 0 }),
    yAxis: timeAxis(meaning(curve.tag).short + (many ? " " + QUANTILE_NAMES[names[0]] : ""), state.log,
      state.log ? logBounds(bounds) : { min: 0 }),
    series: [...series, marks],
  }) };
}

function curveFigure(curve, state) {
  return figure(curve.id, curve.title, meaning(curve.tag).formula, () => {
    const { points, marks, option } = curveOption(curve, state);
    const rows = LEVELS.map((level) => [levelName(level), num(level.tokens), ...curve.quantiles.map((name) => {
      const q = quantile(level, curve.tag, name);
      return q ? num(q.value) + (q.weak ? "*" : "") : NONE;
    })]);
    return { option, points: points.length, head: ["level", "output tok/s", ...curve.quantiles.map((q) => q + " ms")], rows,
      label: "Against output tokens per second, " + count(points.length, "point") + ", "
        + (marks.data.length ? "knee at " + LINES.map(kneeOf).filter(Boolean).map(levelName).join(", ") : "no knee") + "." };
  });
}

function curveSection() {
  const all = LEVELS.flatMap((l) => ["p50", "p99"].map((q) => (quantile(l, "time_to_first_token", q) || {}).value));
  const state = { quantile: "p50", log: spansDecades(all.filter(known)) };
  const figures = CURVES.map((curve) => curveFigure(curve, state));
  const redraw = () => figures.forEach((f) => f.redraw());
  return section("curve", "The curve",
    "Up is slower, right is more output. A circle is a closed level (so many users, each waiting for its answer), a diamond "
      + "an open one (requests arrive whatever the server does). Hollow points are suspect. Bars are 95 % intervals.",
    el("div", { class: "bar" },
      LINES.length > 1 ? choice("Percentile", ["p50", "p95", "p99"], 0, (i) => {
        state.quantile = ["p50", "p95", "p99"][i];
        redraw();
      }) : null,
      toggle("Logarithmic latency", state.log, (on) => { state.log = on; redraw(); })),
    el("div", { class: "grid" }, figures.map((f) => f.node)));
}

// One level over time: what percentiles hide. Warm-up, drift, stalls and bursts are seen here.

function timelinePanels(level) {
  const t = level.series.timeline || {};
  const panels = [
    { name: "streams in flight", values: list(t.in_flight), type: "area" },
    ...enginePanels(level),
    { name: "output tok/s", values: list(t.output_tokens_per_second), type: "line" },
    { name: "TTFT of each request", type: "scatter" },
  ];
  if (list(t.failed).some((n) => n > 0)) {
    panels.push({ name: "failures", values: t.failed, type: "bar" });
  }
  return panels;
}

function panelSeries(level, panel, i) {
  const width = (level.series.timeline || {}).bucket_s;
  const shared = { name: panel.name, xAxisIndex: i, yAxisIndex: i };
  if (panel.type === "scatter") {
    return Object.assign(shared, { type: "scatter", symbolSize: 6, color: faded(seriesColor(1), 0.7),
      data: list((level.series.ttft || {}).points).map(([t, ms]) => ({ value: [t, ms],
        tip: () => ["Sent at " + num(t) + " s", [["TTFT", time(ms)]]] })) });
  }
  if (panel.type === "engine") {
    return enginePanelSeries(level, panel, shared);
  }
  const data = panel.values.map((v, b) => ({ value: [(b + 0.5) * width, v], tip: () => [
    num(b * width) + " to " + num((b + 1) * width) + " s", [[panel.name, num(v)]]] }));
  return Object.assign(shared, panel.type === "bar"
    ? { type: "bar", color: color("bad"), data, barCategoryGap: "10%" }
    : { type: "line", symbol: "circle", symbolSize: 4, showSymbol: false, data, lineStyle: { width: 1.5 },
      step: panel.type === "area" ? "middle" : false, color: seriesColor(panel.type === "area" ? 0 : 3),
      areaStyle: { opacity: 0.12 } });
}

function timelineOption(level, panels) {
  const height = 104;
  const gap = 38;
  const duration = (level.raw.window || {}).duration_s;
  const series = panels.flatMap((p, i) => panelSeries(level, p, i));
  const option = Object.assign(base(), {
    grid: panels.map((_, i) => ({ left: 70, right: 16, top: 30 + i * (height + gap), height })),
    title: panels.map((p, i) => ({ text: p.name, left: 0, top: 2 + i * (height + gap),
      textStyle: { fontSize: 12, fontWeight: 600, color: color("muted") } })),
    axisPointer: { link: [{ xAxisIndex: "all" }] },
    xAxis: panels.map((_, i) => axis("value", i === panels.length - 1 ? "seconds since the level began" : "",
      { gridIndex: i, min: 0, max: duration, axisPointer: { show: true, label: { show: false } }, splitLine: { show: false },
        axisLabel: { show: i === panels.length - 1, color: color("muted"), formatter: axisNumber, hideOverlap: true } })),
    yAxis: panels.map((p, i) => p.type === "scatter" ? timeAxis("", false, { gridIndex: i, min: 0, splitNumber: 3 })
      : axis("value", "", Object.assign({ gridIndex: i, min: 0, splitNumber: 3 }, p.share
        ? { axisLabel: { color: color("muted"), hideOverlap: true, formatter: (v) => axisNumber(100 * v) + " %" } } : null))),
    series,
  });
  // one legend a panel that needs one, in the line of its title
  option.legend = panels.map((p, i) => Object.assign(base().legend, { show: Boolean(p.legend), data: p.legend || [], left: 140,
    top: 1 + i * (height + gap) }));
  return { option, series, height: 30 + panels.length * (height + gap) + 30 };
}

function timelineFigure(state) {
  return figure("timeline", "Over time", "streams in flight, output and TTFT from the first request to the last answer", () => {
    const level = state.level;
    const t = level.series.timeline || {};
    const { option, series, height } = timelineOption(level, timelinePanels(level));
    const engine = engineColumns(level);
    const ttft = level.series.ttft || { count: 0, points: [] };
    const thinned = list(ttft.points).length < ttft.count ? " TTFT: " + ttft.points.length + " of " + ttft.count
      + " requests are drawn (every k-th and the slowest); all numbers come from all of them." : "";
    return { option, height, points: series.reduce((sum, s) => sum + s.data.length, 0),
      label: "Level " + levelName(level) + ", " + count(list(t.in_flight).length, "bucket") + " of " + num(t.bucket_s) + " s.",
      note: "One bucket is " + num(t.bucket_s) + " s." + thinned + engineNote(level),
      head: ["from s", "in flight", "output tok/s", "ended", "failed", ...engine.map((c) => c.head)],
      rows: list(t.in_flight).map((v, b) => [num(b * t.bucket_s), num(v), num(t.output_tokens_per_second[b]),
        String(t.ended[b]), String(t.failed[b]), ...engine.map((c) => c.cell(b))]) };
  });
}

function histogramFigure(state) {
  return figure("itl-histogram", "Gaps between tokens", "inter-token latency, both axes logarithmic: a tail of torn gaps stays visible", () => {
    const h = state.level.series.itl_histogram || { counts: [], from_ms: 1, ratio: 2 };
    const total = h.counts.reduce((a, b) => a + b, 0);
    const bins = h.counts.map((n, i) => ({ low: h.from_ms * Math.pow(h.ratio, i), high: h.from_ms * Math.pow(h.ratio, i + 1), n }))
      .filter((bin) => bin.n > 0);
    const option = Object.assign(base(), {
      grid: { left: 62, right: 34, top: 16, bottom: 48 },
      xAxis: timeAxis("inter-token latency", true, { nameGap: 30, min: bins.length ? bins[0].low : 1,
        max: bins.length ? bins[bins.length - 1].high : 10 }),
      yAxis: axis("log", "gaps", { min: 0.7, nameGap: 44, axisLabel: { color: color("muted"), formatter: (v) => (v < 1 ? "" : axisNumber(v)) } }),
      series: [{ type: "custom", color: seriesColor(2), encode: { x: [0, 1], y: 2 },
        data: bins.map((bin) => ({ value: [bin.low, bin.high, bin.n],
          tip: () => [time(bin.low) + " – " + time(bin.high), [["gaps", String(bin.n)], ["share", percent(bin.n / total)]]] })),
        renderItem: (params, api) => {
          const top = api.coord([api.value(0), api.value(2)]);
          const foot = api.coord([api.value(1), 0.7]);
          return { type: "rect", shape: { x: top[0], y: top[1], width: Math.max(1, foot[0] - top[0] - 0.5), height: foot[1] - top[1] },
            style: { fill: color("s2") } };
        } }],
    });
    option.legend.show = false;
    return { option, height: 250, points: bins.length, label: "Level " + levelName(state.level) + ", " + count(total, "gap") + ".",
      note: total ? count(total, "gap") + "; the first bin holds all that are shorter still." : "No gaps were measured.",
      head: ["from ms", "to ms", "gaps"], rows: bins.map((b) => [num(b.low), num(b.high), String(b.n)]) };
  });
}

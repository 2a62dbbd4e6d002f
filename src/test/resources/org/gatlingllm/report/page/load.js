// TTFT, ITL and output against the load that was asked for: users of closed levels, arrivals per second of open ones.

const LOAD_PANELS = [
  { name: "TTFT p50", y: (l) => quantile(l, "time_to_first_token", "p50"), time: true },
  { name: "TTFT p95", y: (l) => quantile(l, "time_to_first_token", "p95"), time: true },
  { name: "ITL p50", y: (l) => quantile(l, "inter_token_latency", "p50"), time: true },
  { name: "output tok/s", y: (l) => (known(l.tokens) ? { value: l.tokens, n: l.sent } : null) },
];

function loadName(level) {
  return level.closed ? String(level.load) : known(level.load) ? num(level.load) + " /s" : level.name;
}

/** The loads of all lines on one axis, in order; lines that share a load share its place. */
function loadAxis(closed) {
  const levels = LINES.flatMap((line) => byLoad(line, closed));
  levels.sort((a, b) => (a.load || 0) - (b.load || 0));
  return [...new Set(levels.map(loadName))];
}

function loadSeries(closed, panels) {
  return LINES.flatMap((line) => panels.map((panel, i) => ({
    name: line.name, type: "line", xAxisIndex: i, yAxisIndex: i, color: seriesColor(line.color),
    symbol: closed ? "circle" : "diamond", symbolSize: closed ? 8 : 11, showAllSymbol: true,
    lineStyle: { width: 2, type: closed ? "solid" : "dashed" },
    data: byLoad(line, closed).flatMap((level) => {
      const q = panel.y(level);
      return q ? [{
        value: [loadName(level), q.value],
        itemStyle: level.suspect.length
          ? { color: color("surface"), borderColor: seriesColor(line.color), borderWidth: 2 } : undefined,
        tip: () => [levelName(level), panel.time ? quantileRows(panel.name, q, time)
          : [[panel.name, num(q.value)], ["requests", String(q.n)]],
        level.suspect.map((reason) => "Suspect: " + reason)],
      }] : [];
    }),
  })));
}

function loadFigure(closed, state) {
  const title = closed ? "Closed loop: users" : "Open loop: arrivals per second";
  const text = closed ? "each user sends its next request when the last one ended" : "requests do not wait for answers";
  return figure(closed ? "load-closed" : "load-open", title, text, () => {
    const loads = loadAxis(closed);
    const height = 100;
    const gap = 40;
    const above = LINES.length > 1 ? 58 : 30;
    const series = loadSeries(closed, LOAD_PANELS);
    const option = Object.assign(base(), {
      grid: LOAD_PANELS.map((_, i) => ({ left: 70, right: 16, top: above + i * (height + gap), height })),
      title: LOAD_PANELS.map((p, i) => ({ text: p.name, left: 0, top: above - 26 + i * (height + gap),
        textStyle: { fontSize: 12, fontWeight: 600, color: color("muted") } })),
      xAxis: LOAD_PANELS.map((_, i) => axis("category", i === LOAD_PANELS.length - 1
        ? (closed ? "concurrent users" : "offered requests per second") : "", { gridIndex: i, data: loads,
        axisLabel: { show: i === LOAD_PANELS.length - 1, color: color("muted") } })),
      yAxis: LOAD_PANELS.map((p, i) => p.time
        ? timeAxis("", state.log && i < 2, { gridIndex: i, splitNumber: 3 })
        : axis("value", "", { gridIndex: i, splitNumber: 3, min: 0 })),
      series,
    });
    if (LINES.length === 1) {
      option.legend.show = false;
    }
    const levels = LINES.flatMap((line) => byLoad(line, closed));
    const points = series.reduce((sum, s) => sum + s.data.length, 0);
    return { option, points, height: above + LOAD_PANELS.length * (height + gap) + 36,
      label: "By load, " + count(points, "point") + ".",
      head: ["level", "load", ...LOAD_PANELS.map((p) => p.name + (p.time ? " ms" : ""))],
      rows: levels.map((l) => [levelName(l), loadName(l), ...LOAD_PANELS.map((p) => num((p.y(l) || {}).value))]) };
  });
}

function loadSection() {
  const state = { log: false };
  const figures = [true, false].filter((closed) => loadAxis(closed).length).map((closed) => loadFigure(closed, state));
  return section("load", "Against load",
    "The same numbers by what was asked of the server: where latency leaves the floor and output stops growing.",
    el("div", { class: "bar" },
      toggle("Logarithmic TTFT", false, (on) => { state.log = on; figures.forEach((f) => f.redraw()); })),
    el("div", { class: "grid" }, figures.map((f) => f.node)));
}

// What the engine said of itself during a level, time-aligned with what the client saw.

const ENGINE_NAMES = { running: "running", waiting: "waiting", kv_cache_usage_ratio: "KV cache in use" };
const ENGINE_SHARE = "kv_cache_usage_ratio";

function engineName(tag) {
  return ENGINE_NAMES[tag] || String(tag);
}

function engineValue(tag, value) {
  return !known(value) ? NONE : tag === ENGINE_SHARE ? percent(value) : axisNumber(value);
}

/** Its gauges that have a reading; reports of runs without llm.metricsUrl have none. */
function engineGauges(level) {
  return list(level.series.engine).filter((g) => list(g.points).length);
}

/** What is drawn of its counts: those that run, and all that it knows of, which are what the client has in flight. */
function engineLines(level) {
  const lines = engineGauges(level).filter((g) => g.name !== ENGINE_SHARE)
    .map((g) => ({ name: engineName(g.name), points: g.points }));
  if (lines.length === 2) {
    const [running, waiting] = lines;
    lines[1] = { name: "running + waiting", points: running.points.map(([t, v], i) => {
      const more = (waiting.points[i] || [])[1];
      return [t, known(v) && known(more) ? v + more : null];
    }) };
  }
  return lines;
}

function enginePanels(level) {
  const lines = engineLines(level);
  const panels = [];
  if (lines.length) {
    panels.push({ name: "engine: requests", type: "engine", lines, client: "in flight, by the client" });
    panels[0].legend = lines.map((l) => l.name).concat(panels[0].client);
  }
  engineGauges(level).filter((g) => g.name === ENGINE_SHARE).forEach((g) => panels.push({
    name: "engine: " + engineName(g.name), type: "engine", lines: [{ name: engineName(g.name), points: g.points }], share: true }));
  return panels;
}

function enginePanelSeries(level, panel, shared) {
  const shown = panel.share ? percent : axisNumber;
  const series = panel.lines.map((line, k) => Object.assign({}, shared, {
    name: line.name, type: "line", color: seriesColor(k ? 1 : 2), symbol: "circle", symbolSize: 4,
    showSymbol: line.points.length < 150, lineStyle: { width: 1.5 }, areaStyle: { opacity: k ? 0.1 : 0.2 },
    data: line.points.map(([t, v]) => ({ value: [t, v], tip: () => ["Read at " + num(t) + " s", [[line.name, shown(v)]]] })),
  }));
  if (panel.client) {
    const t = level.series.timeline || {};
    series.push(Object.assign({}, shared, { name: panel.client, type: "line", symbol: "none", color: seriesColor(0), step: "middle",
      lineStyle: { width: 1.5 }, data: list(t.in_flight).map((v, b) => ({ value: [(b + 0.5) * t.bucket_s, v] })) }));
  }
  return series;
}

/** The last reading of each gauge in each bucket of the time line, as further columns of its table. */
function engineColumns(level) {
  const width = (level.series.timeline || {}).bucket_s;
  return engineGauges(level).map((gauge) => {
    const cells = [];
    gauge.points.forEach(([t, v]) => { cells[Math.floor(t / width)] = engineValue(gauge.name, v); });
    return { head: "engine: " + engineName(gauge.name), cell: (b) => cells[b] || NONE };
  });
}

/** Mean and largest of the level's readings in a sentence. */
function engineNote(level) {
  const engine = level.raw.engine;
  if (!engine) {
    return "";
  }
  const told = Object.keys(ENGINE_NAMES).filter((tag) => engine[tag]).map((tag) => engineName(tag) + " "
    + engineValue(tag, engine[tag].mean) + " on average, at most " + engineValue(tag, engine[tag].max));
  const thinned = engineGauges(level).find((g) => g.points.length < g.count);
  return " The engine itself, in " + count(engine.readings, "reading") + ": " + told.join("; ") + "."
    + (thinned ? " " + thinned.points.length + " of " + thinned.count + " are drawn (every k-th)." : "");
}

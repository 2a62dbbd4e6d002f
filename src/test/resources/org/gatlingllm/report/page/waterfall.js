// The slowest requests of a level, side by side from the instant at which they were sent.

/** Where waiting ended and reading the prompt began, as far as anyone told. */
function waitEnd(request) {
  if (!known(request.first_ms)) {
    return { at: request.end_ms, told: "no token came" };
  }
  if (known(request.server_prefill_ms)) {
    return { at: Math.max(0, request.first_ms - request.server_prefill_ms), told: "prefill as the server told" };
  }
  return known(request.headers_ms) ? { at: request.headers_ms, told: "split at the response headers" }
    : { at: request.first_ms, told: "wait and prefill not told apart" };
}

function waterfallTip(level, request, rank) {
  const wait = waitEnd(request);
  return ["#" + (rank + 1) + " slowest of " + levelName(level),
    [["sent at", num(request.sent_s) + " s"], ["waited", time(wait.at)],
      known(request.first_ms) ? ["prefill", time(request.first_ms - wait.at)] : null,
      known(request.first_ms) ? ["first token", time(request.first_ms)] : null,
      ["end", time(request.end_ms)], ["tokens", String(request.tokens)], ["outcome", request.outcome],
      ["request", request.request], ["user", String(request.user)],
      ["connection", request.reused_connection ? "reused" : "new"]], ["(" + wait.told + ")"]];
}

function waterfallItem(requests) {
  const tones = { wait: color("wait"), prefill: color("prefill"), tick: color("s0"), bad: color("bad") };
  return (params, api) => {
    const request = requests[params.dataIndex];
    const x = (ms) => api.coord([ms, params.dataIndex])[0];
    const y = api.coord([0, params.dataIndex])[1];
    const half = Math.max(2, api.size([0, 1])[1] * 0.36);
    const rect = (from, to, fill) => ({ type: "rect", shape: { x: x(from), y: y - half, width: Math.max(0.5, x(to) - x(from)), height: 2 * half },
      style: { fill } });
    const wait = waitEnd(request);
    const children = [rect(0, wait.at, tones.wait)];
    if (known(request.first_ms)) {
      const ticks = [request.first_ms, ...list(request.ticks_ms)];
      children.push(rect(wait.at, request.first_ms, tones.prefill), rect(request.first_ms, request.end_ms, faded(tones.tick, 0.22)),
        ...ticks.map((ms) => ({ type: "line", shape: { x1: x(ms), x2: x(ms), y1: y - half, y2: y + half },
          style: { stroke: tones.tick, lineWidth: 1 } })));
    }
    if (request.outcome !== "ok") {
      children.push({ type: "text", style: { text: "✕", x: x(request.end_ms) + 4, y, fill: tones.bad, textVerticalAlign: "middle" } });
    }
    return { type: "group", children };
  };
}

function waterfallFigure(state) {
  return figure("waterfall", "The slowest requests", "grey: waiting · orange: prefill · blue: tokens as they came", () => {
    const requests = list(state.level.series.slowest);
    const option = Object.assign(base(), {
      grid: { left: 52, right: 24, top: 8, bottom: 48 },
      xAxis: timeAxis("since the request was sent", false, { nameGap: 30, min: 0 }),
      yAxis: axis("category", "", { inverse: true, data: requests.map((_, i) => "#" + (i + 1)), splitLine: { show: false } }),
      series: [{ type: "custom", renderItem: waterfallItem(requests), encode: { x: 0, y: 1 },
        data: requests.map((r, i) => ({ value: [r.end_ms, i], tip: () => waterfallTip(state.level, r, i) })) }],
    });
    option.legend.show = false;
    const thinned = requests.some((r) => list(r.ticks_ms).length + 1 < r.tokens);
    return { option, points: requests.length, height: Math.max(200, 70 + 22 * requests.length),
      label: count(requests.length, "request") + " of level " + levelName(state.level) + ".",
      note: thinned ? "Not every token has its tick where there are many." : "",
      head: ["rank", "sent s", "wait ms", "first token ms", "end ms", "tokens", "outcome"],
      rows: requests.map((r, i) => ["#" + (i + 1), num(r.sent_s), num(waitEnd(r).at), num(r.first_ms), num(r.end_ms),
        String(r.tokens), r.outcome]) };
  });
}

function levelSection() {
  const levels = LEVELS.filter((l) => l.series.timeline);
  if (!levels.length) {
    return null;
  }
  const knee = LINES.map(kneeOf).find((l) => l && levels.includes(l));
  const start = Math.max(0, levels.indexOf(knee));
  const state = { level: levels[start] };
  const figures = [timelineFigure(state), histogramFigure(state), waterfallFigure(state)];
  const metrics = el("div", null, metricsTable(state.level));
  return section("level", "One level in time", null,
    el("div", { class: "bar controls" }, select("Level", levels.map(levelName), start, (i) => {
      state.level = levels[i];
      figures.forEach((f) => f.redraw());
      metrics.replaceChildren(metricsTable(state.level));
    })),
    el("div", { class: "grid" }, el("div", { class: "stack" }, figures[0].node, figures[1].node), figures[2].node),
    el("details", { class: "alt" }, el("summary", null, "All metrics of this level"), metrics));
}

// The first things to know of a run, and what its numbers say in sentences.

function headline(run) {
  const sent = run.levels.reduce((sum, l) => sum + l.sent, 0);
  const failed = run.levels.reduce((sum, l) => sum + l.failed, 0);
  const suspect = run.levels.filter((l) => l.suspect.length).length;
  return !run.levels.length ? "Nothing was measured: no level started."
    : [count(run.levels.length, "level"), count(sent, "request"), failed ? failed + " failed" : "none failed",
      suspect ? count(suspect, "level") + " suspect" : "no level suspect"].join(", ") + ".";
}

function troubled(run) {
  return !run.levels.length || run.levels.some((l) => l.failed || l.suspect.length)
    || (run.report.gate && run.report.gate.outcome !== "passed");
}

function card(what, value, unit, where) {
  return el("div", { class: "card" }, el("div", { class: "what" }, what),
    el("div", { class: "value" }, value, unit ? el("small", null, " " + unit) : null), el("div", { class: "where" }, where));
}

function lineCards(line) {
  const levels = line.levels.filter((l) => known(l.tokens) && l.tokens > 0);
  if (!levels.length) {
    return [];
  }
  const name = LINES.length > 1 ? line.name + ": " : "";
  const best = levels.reduce((a, b) => (b.tokens > a.tokens ? b : a));
  const low = levels.filter((l) => quantile(l, "time_to_first_token", "p50"))
    .reduce((a, b) => (!a || quantile(b, "time_to_first_token", "p50").value < quantile(a, "time_to_first_token", "p50").value ? b : a), null);
  const knee = kneeOf(line);
  const split = (ms) => (ms >= 1000 ? [num(ms / 1000), "s"] : [num(ms), "ms"]);
  const at = (level, tag, q) => quantile(level, tag, q);
  const cards = [card(name + "most output", num(best.tokens), "tok/s", "at " + best.name)];
  if (low) {
    cards.push(card(name + "lowest TTFT p50", ...split(at(low, "time_to_first_token", "p50").value), "at " + low.name));
  }
  const place = knee || best;
  const ttft = at(place, "time_to_first_token", "p95");
  const itl = at(place, "inter_token_latency", "p50");
  cards.push(knee ? card(name + "knee", knee.name, "", num(knee.tokens) + " tok/s; more users queue or slow each other")
    : card(name + "knee", "none", "", "output still grew at the highest closed load"));
  if (ttft && LINES.length === 1) {
    cards.push(card("TTFT p95 there" + (ttft.weak ? " *" : ""), ...split(ttft.value), "at " + place.name));
  }
  if (itl && LINES.length === 1) {
    cards.push(card("ITL p50 there", ...split(itl.value), num(1000 / itl.value) + " tok/s a user at " + place.name));
  }
  return cards;
}

const KIND_NAMES = { littles_law: "Little\u2019s law", littles_law_broken: "Little\u2019s law", slo_crossed: "SLO crossed", slo_kept: "SLO kept" };

function readingSection() {
  const findings = RUNS.flatMap((run) => list(run.report.reading).map((f) => Object.assign({ run }, f)));
  findings.sort((a, b) => (b.severity === "warning") - (a.severity === "warning"));
  const items = findings.map((f) => el("li", null,
    el("span", { class: f.severity === "warning" ? "tag warn" : "tag" }, (f.severity === "warning" ? "⚠ " : "") + (KIND_NAMES[f.kind] || String(f.kind).replace(/_/g, " "))),
    el("p", null, RUNS.length > 1 ? el("strong", null, f.run.label + ": ") : null, f.sentence)));
  return items.length ? section("reading", "What it says", null, el("div", { class: "panel" }, el("ul", { class: "reading" }, items))) : null;
}

function leversSection() {
  const kinds = new Set(RUNS.flatMap((run) => list(run.report.reading)).map((f) => f.kind));
  const rows = list(DATA.levers).filter((lever) => lever.kinds.some((kind) => kinds.has(kind)));
  return rows.length ? section("levers", "What to do about it", "Only what this run showed.",
    scrolled("Symptoms, causes and levers", el("table", { id: "levers-table" },
      el("thead", null, el("tr", null, ["symptom", "likely cause", "lever"].map((h) => el("th", { scope: "col", class: "text" }, h)))),
      el("tbody", null, rows.map((r) => el("tr", null, el("th", { scope: "row", class: "text" }, r.symptom),
        el("td", { class: "text" }, r.cause), el("td", { class: "text" }, r.lever))))))) : null;
}

// What was promised and whether it was kept: limits of an SLO, and changes against a baseline.

const GOOD_WORDS = ["met", "passed", "unchanged", "improved", "better"];
const BAD_WORDS = ["missed", "failed", "regressed", "worse"];

function gateOf(run) {
  return run.report.gate || {};
}

/** A verdict in its word; colour only repeats it. */
function verdictCell(word) {
  const tone = GOOD_WORDS.includes(word) ? "better" : BAD_WORDS.includes(word) ? "worse" : "star";
  return el("td", { class: "text" }, el("span", { class: tone }, word));
}

function gateTable(id, head, rows) {
  return scrolled(head[0], el("table", { id },
    el("thead", null, el("tr", null, head.map((h) => el("th", { scope: "col", class: "text" }, h)))),
    el("tbody", null, rows.map(([name, word, ...cells]) => el("tr", null, el("th", { scope: "row", class: "text" }, name),
      verdictCell(word), cells.map((c) => el("td", { class: "text" }, c === undefined ? NONE : String(c))))))));
}

function gateSection() {
  const name = (run, text) => (RUNS.length > 1 ? run.label + " · " : "") + text;
  const verdicts = RUNS.flatMap((run) => list(gateOf(run).verdicts).map((v) =>
    [name(run, v.name), v.verdict, v.observed, v.required, v.interval, v.n, v.reason]));
  const changes = RUNS.flatMap((run) => list(gateOf(run).changes).map((c) =>
    [name(run, c.name), c.verdict, c.before, c.after, c.change, c.reason]));
  return verdicts.length || changes.length ? section("gate", "Verdicts", null,
    verdicts.length ? gateTable("verdicts", ["limit", "verdict", "observed", "required", "interval", "n", "why"], verdicts) : null,
    verdicts.length && changes.length ? el("p", { class: "note" }, "Against the baseline:") : null,
    changes.length ? gateTable("changes", ["metric", "verdict", "before", "now", "change", "why"], changes) : null) : null;
}

// All numbers: a row a level, intervals below, every header opens its formula.

function quantileColumn(tag, name) {
  return { group: meaning(tag).short, unit: "ms", name: QUANTILE_NAMES[name], explain: Object.assign({}, meaning(tag), {
    name: meaning(tag).name + ", " + QUANTILE_NAMES[name],
    more: "Exact values, Hyndman–Fan type 7. Below: its 95 % interval." }), cell: (l) => quantile(l, tag, name) };
}

function rateColumn(key, title) {
  return { group: "", name: title, explain: meaning(key), cell: (l) => (known(l.raw[key]) ? { value: l.raw[key] } : null) };
}

const COLUMNS = [
  { group: "", name: "requests", explain: meaning("requests"), shown: String, cell: (l) => ({ value: l.sent }) },
  { group: "", name: "failed", explain: meaning("failed"), shown: String, cell: (l) => ({ value: l.failed, bad: l.failed > 0 }) },
  rateColumn("request_throughput", "req/s"),
  rateColumn("output_token_throughput", "tok/s"),
  ...["p50", "p95", "p99"].map((q) => quantileColumn("time_to_first_token", q)),
  ...["p50", "p99"].map((q) => quantileColumn("inter_token_latency", q)),
  ...["p50", "p99"].map((q) => quantileColumn("time_per_output_token", q)),
  ...["p50", "p99"].map((q) => quantileColumn("request_latency", q)),
  { group: "", name: "in flight", explain: meaning("in_flight"), cell: (l) => {
    const law = l.raw.littles_law || {};
    const value = known(law.observed_in_flight) ? law.observed_in_flight : l.raw.held_concurrency;
    return known(value) ? { value } : null;
  } },
  rateColumn("goodput", "goodput /s"),
  { group: "", name: "good", explain: meaning("good_request_fraction"), shown: percent,
    cell: (l) => (known(l.raw.good_request_fraction) ? { value: l.raw.good_request_fraction } : null) },
];

function numberCell(column, level, split) {
  const q = column.cell(level);
  const kind = [split ? "split" : "", q && q.bad ? "worse" : ""].join(" ").trim() || null;
  if (!q) {
    return el("td", { class: kind }, NONE);
  }
  const shown = column.shown || num;
  return el("td", { class: kind, title: q.n ? "n = " + q.n : null }, shown(q.value),
    q.weak ? el("span", { class: "star", title: "too few samples: little more than the slowest request" }, "*") : null,
    known(q.low) ? el("span", { class: "ci" }, shown(q.low) + " – " + shown(q.high)) : null);
}

/** Headers in two rows: those of one metric share a cell. */
function numberHead(columns, first) {
  const groups = [];
  columns.forEach((c) => {
    const last = groups[groups.length - 1];
    if (last && c.group && last.group === c.group) {
      last.span++;
    } else {
      groups.push({ group: c.group, span: 1, column: c });
    }
  });
  return el("thead", null,
    el("tr", null, el("th", { scope: "col", class: "text", rowspan: 2 }, first), groups.map((g) => g.group
      ? el("th", { scope: "colgroup", class: "group", colspan: g.span }, g.group + " " + g.column.unit)
      : el("th", { scope: "col", rowspan: 2 }, explained(g.column.name, g.column.explain)))),
    el("tr", null, columns.filter((c) => c.group).map((c) => el("th", { scope: "col", class: starts(columns, c) ? "split" : null },
      explained(c.name, c.explain)))));
}

function starts(columns, column) {
  const before = columns[columns.indexOf(column) - 1];
  return column.group && (!before || before.group !== column.group);
}

function levelHeader(level) {
  return el("th", { scope: "row" }, LINES.length > 1 ? el("span", { class: "swatch", style: "background:var(--s" + (level.line.color % 6) + ")" }) : null,
    levelName(level), level.suspect.length ? [" ", el("span", { class: "tag warn", title: level.suspect.join("; ") }, "suspect")] : null);
}

function numbersTable() {
  const columns = COLUMNS.filter((c) => LEVELS.some((l) => c.cell(l)));
  return scrolled("Numbers by level", el("table", { id: "levels" }, numberHead(columns, "level"),
    el("tbody", null, LEVELS.map((level) => el("tr", null, levelHeader(level),
      columns.map((c) => numberCell(c, level, starts(columns, c))))))));
}

function glossary() {
  const entries = Object.values(DATA.glossary || {});
  return el("details", { class: "alt", id: "glossary" }, el("summary", null, "How each number is computed"),
    el("dl", null, entries.flatMap((e) => [el("dt", null, e.name),
      el("dd", null, [e.formula, e.unit && "(" + e.unit + ")"].filter(Boolean).join(" "))])));
}

function numbersSection() {
  const weak = LEVELS.some((l) => Object.values(l.raw.metrics || {}).some((m) => list(m.weak).length));
  const told = RUNS.filter((run) => list(run.report.reading).some((f) => f.kind === "suspect"));
  const suspects = LEVELS.filter((l) => l.suspect.length && !told.includes(l.run));
  return section("numbers", "Numbers", "Press a column's name for its formula. The small figures are two-sided 95 % intervals.",
    numbersTable(),
    weak ? el("p", { class: "note" }, el("span", { class: "star" }, "*"),
      " too few samples for this percentile: it is little more than the slowest request, and has no upper bound.") : null,
    suspects.map((l) => el("p", { class: "note" }, el("span", { class: "tag warn" }, "suspect"), " ", levelName(l) + ": " + l.suspect.join("; "))),
    glossary());
}

/** Every metric of one level, with all that is known of its distribution. */
function metricsTable(level) {
  const metrics = Object.entries(level.raw.metrics || {});
  return plainTable("All metrics of " + levelName(level), ["metric", "unit", "n", "avg", "std", "min", ...Object.values(QUANTILE_NAMES), "max"],
    metrics.map(([tag, m]) => [meaning(tag).name, m.unit, String(m.count), num(m.avg), num(m.std), num(m.min),
      ...Object.keys(QUANTILES).map((q) => num(m[q]) + (list(m.weak).includes(q) ? "*" : "")), num(m.max)]));
}

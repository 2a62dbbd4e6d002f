// Several runs: each level of a run against the same level of the first one.

const RATIOS = [
  { name: "tok/s", key: "output_token_throughput", better: 1 },
  { name: "TTFT p50", tag: "time_to_first_token", q: "p50", better: -1 },
  { name: "TTFT p95", tag: "time_to_first_token", q: "p95", better: -1 },
  { name: "TTFT p99", tag: "time_to_first_token", q: "p99", better: -1 },
  { name: "ITL p50", tag: "inter_token_latency", q: "p50", better: -1 },
  { name: "ITL p99", tag: "inter_token_latency", q: "p99", better: -1 },
  { name: "E2E p50", tag: "request_latency", q: "p50", better: -1 },
];

/**
 * The ratio of two quantiles with an interval made of theirs, on the log scale (MOVER: Donner and Zou, Statistical
 * Methods in Medical Research 21, 2012). The runs are independent; where a bound is missing there is no interval.
 */
function ratioOf(a, b) {
  if (!a || !b || !(a.value > 0)) {
    return null;
  }
  const ratio = { value: b.value / a.value, n: [a.n, b.n] };
  if ([a.low, a.high, b.low, b.high].every((v) => v > 0)) {
    const part = (x, y) => Math.log(x / y) ** 2;
    ratio.low = Math.exp(Math.log(ratio.value) - Math.sqrt(part(b.value, b.low) + part(a.high, a.value)));
    ratio.high = Math.exp(Math.log(ratio.value) + Math.sqrt(part(b.high, b.value) + part(a.value, a.low)));
  }
  return ratio;
}

function ratioCell(column, base, level) {
  const ratio = column.key
    ? (base.raw[column.key] > 0 && known(level.raw[column.key]) ? { value: level.raw[column.key] / base.raw[column.key] } : null)
    : ratioOf(quantile(base, column.tag, column.q), quantile(level, column.tag, column.q));
  if (!ratio) {
    return el("td", null, NONE);
  }
  const sure = known(ratio.low) && (ratio.low > 1 || ratio.high < 1);
  const better = sure && (ratio.value > 1) === (column.better > 0);
  const verdict = !sure ? null : better ? "better" : "worse";
  return el("td", { title: ratio.n ? "n = " + ratio.n.join(" and ") : null }, "× " + num(ratio.value),
    verdict ? [" ", el("span", { class: verdict }, verdict)] : null,
    known(ratio.low) ? el("span", { class: "ci" }, num(ratio.low) + " – " + num(ratio.high)) : null);
}

function compareSection() {
  if (RUNS.length < 2) {
    return null;
  }
  const base = RUNS[0];
  const pairs = RUNS.slice(1).flatMap((run) => run.levels.map((level) => ({
    level, against: base.levels.find((l) => l.name === level.name && l.closed === level.closed) })))
    .filter((p) => p.against);
  if (!pairs.length) {
    return section("compare", "Compared", "No level of these runs has the same load, so there is nothing to divide.");
  }
  return section("compare", "Compared",
    "Each number divided by that of the same level of " + base.label + ": × 2 is twice as much. “Better” or “worse” stands only "
      + "where the whole 95 % interval of the ratio lies on one side of 1.",
    scrolled("Ratios to " + base.label, el("table", { id: "ratios" },
      el("thead", null, el("tr", null, el("th", { scope: "col", class: "text" }, "level"),
        RATIOS.map((c) => el("th", { scope: "col" }, c.name)))),
      el("tbody", null, pairs.map(({ level, against }) => el("tr", null, levelHeader(level),
        RATIOS.map((c) => ratioCell(c, against, level))))))),
    el("p", { class: "note" }, "The interval of a ratio combines the two intervals on the log scale, as of independent runs (MOVER). "
      + "A rate has none: it is one number a level. One run each does not know how runs differ from each other: repeat them before you decide."));
}

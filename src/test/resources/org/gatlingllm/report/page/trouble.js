// What went wrong, and whether the measurement itself can be trusted.

function failureRows() {
  return LEVELS.flatMap((level) => {
    const samples = list(level.raw.failure_samples);
    if (samples.length) {
      return samples.map((s) => [level, s.class, s.count, s.status, s.message, s.sample]);
    }
    const requests = level.raw.requests || {};
    const classes = Object.entries(requests.failures || {}).map(([name, n]) => [level, name, n]);
    return requests.rate_limited ? [...classes, [level, "rate_limited", requests.rate_limited, undefined, "429 or 503"]] : classes;
  });
}

function failuresSection() {
  const rows = failureRows();
  const empty = LEVELS.reduce((sum, l) => sum + ((l.raw.requests || {}).empty || 0), 0);
  const cancelled = LEVELS.reduce((sum, l) => sum + ((l.raw.requests || {}).cancelled || 0), 0);
  const body = rows.length
    ? scrolled("Failures by class", el("table", { id: "failures-table" },
      el("thead", null, el("tr", null, ["level", "class", "requests", "status", "what was said"].map((h, i) =>
        el("th", { scope: "col", class: i === 2 || i === 3 ? null : "text" }, h)))),
      el("tbody", null, rows.map(([level, name, n, status, message, sample]) => el("tr", null,
        el("th", { scope: "row" }, levelName(level)), el("td", { class: "text" }, name), el("td", null, String(n)),
        el("td", null, known(status) ? String(status) : NONE),
        el("td", { class: "text" }, message || NONE, sample ? el("pre", null, sample) : null))))))
    : el("p", { class: "panel" }, LEVELS.length ? "No request failed." : "Nothing was sent.");
  const notes = [empty ? count(empty, "answer") + " ended well without a token: no latency, never good." : "",
    cancelled ? count(cancelled, "request") + " cancelled by the end of the run: in no rate and no percentile." : ""];
  return section("failures", "Failures", null, body, notes.filter(Boolean).map((n) => el("p", { class: "note" }, n)));
}

function lawVerdict(law) {
  if (!law.judged) {
    return "not judged";
  }
  return law.relative_error <= law.tolerance ? "holds" : "broken";
}

function trustRow(level) {
  const law = level.raw.littles_law || {};
  const client = level.raw.client || {};
  const verdict = lawVerdict(law);
  const cells = [num(law.arrival_rate), time(1000 * law.mean_residence_s), num(law.expected_in_flight), num(law.observed_in_flight),
    percent(law.relative_error), verdict, time(client.lag_p50_ms), time(client.lag_p99_ms), time(client.lag_max_ms),
    time(client.gc_pause_ms), percent(client.process_cpu_share), percent(client.machine_cpu_share), percent(client.steal_share),
    percent(level.raw.burst_fraction)];
  return el("tr", null, levelHeader(level), cells.map((c, i) => el("td", { class: i === 5 && verdict === "broken" ? "worse" : null }, c)));
}

function trustSection() {
  const head = ["arrival_rate", "mean_residence_s", "expected_in_flight", "observed_in_flight", "relative_error", "judged",
    "lag_p50_ms", "lag_p99_ms", "lag_max_ms", "gc_pause_ms", "process_cpu_share", "machine_cpu_share", "steal_share", "burst_fraction"];
  const remarks = RUNS.flatMap((run) => list(run.report.remarks).map((r) => (RUNS.length > 1 ? run.label + ": " : "") + r));
  return section("trust", "Can it be trusted?",
    "Little's law, L = λW, compares our records with Gatling's own log; the rest tells whether the load generator kept up.",
    scrolled("Little's law and the client by level", el("table", { id: "trust-table" },
      el("thead", null, el("tr", null, el("th", { scope: "col", class: "text" }, "level"),
        head.map((key) => el("th", { scope: "col" }, explained(meaning(key).short || key, meaning(key)))))),
      el("tbody", null, LEVELS.map(trustRow)))),
    remarks.map((r) => el("p", { class: "note" }, r)));
}

// Puts the page together.

function header() {
  const first = RUNS[0];
  const target = first ? first.report.target || {} : {};
  const facts = RUNS.length === 1 ? [["Target", target.base_url], ["Dialect", target.dialect], ["Model", target.model],
    ["Simulation", first.report.simulation], ["Started", first.report.started_at], ["Gatling", first.report.gatling_version],
    ["Java", first.report.java_version]] : [];
  return [
    el("div", { class: "title" },
      el("div", null, el("p", { class: "eyebrow" }, RUNS.length > 1 ? "LLM load test · comparison" : "LLM load test"),
        el("h1", null, RUNS.map((r) => r.label).join(" · ") || "No run")),
      themeButton()),
    el("div", { class: "facts" }, facts.filter(([, v]) => v).map(([k, v]) => el("span", null, k + " ", el("b", null, String(v))))),
    RUNS.map((run) => el("p", { class: troubled(run) ? "verdict warn" : "verdict" },
      RUNS.length > 1 ? el("strong", null, run.label + ": ") : null, gateOf(run).headline ? el("strong", null, gateOf(run).headline + " ") : null, headline(run))),
    el("div", { class: "cards" }, LINES.flatMap(lineCards)),
  ];
}

function sections() {
  return [LEVELS.length ? curveSection() : null, gateSection(), readingSection(), leversSection(), compareSection(),
    LEVELS.length ? numbersSection() : null, LEVELS.length ? loadSection() : null, percentilesSection(), levelSection(),
    failuresSection(), LEVELS.length ? trustSection() : null, rerunSection()].filter(Boolean);
}

function footer() {
  const link = (DATA.links || {}).gatling;
  return [el("p", null, link ? [el("a", { href: link }, "Gatling's own report"), " · "] : null,
    "Made by gatling-llm from report.json; charts by Apache ECharts. This file needs no network.")];
}

function build() {
  append(document.getElementById("top"), header());
  const all = sections();
  append(document.getElementById("main"), all);
  append(document.getElementById("sections"), [el("ul", null, all.map((s) =>
    el("li", null, el("a", { href: "#" + s.id }, s.querySelector("h2").textContent))))]);
  append(document.getElementById("foot"), footer());
  redrawAll();
  // how long a reader waited, from the start of loading
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
  document.documentElement.dataset.levels = String(LEVELS.length);
}

build();

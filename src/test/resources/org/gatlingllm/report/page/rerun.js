// How to get the same run again.

/** A setting's value as it goes on a command line: HOCON strings lose their quotes, which the Gatling plugin would escape. */
function plainValue(value) {
  return String(value).replace(/"((?:[^"\\]|\\.)*)"/g, (all, inner) => inner.replace(/\\(.)/g, "$1"));
}

function shellWord(text) {
  return /^[\w@%+:,./=-]+$/.test(text) ? text : "'" + text.replace(/'/g, "'\\''") + "'";
}

function command(run) {
  const settings = Object.entries(run.report.settings || {})
    .filter(([key, value]) => /^llm\./.test(key) && plainValue(value) !== "");
  const words = ["mvn", "gatling:test", "-Dgatling.simulationClass=" + (run.report.simulation || ""),
    ...settings.map(([key, value]) => "-D" + key + "=" + plainValue(value))];
  return words.map(shellWord).join(" \\\n  ").replace("mvn \\\n  ", "mvn ");
}

function copyButton(text) {
  const button = el("button", { type: "button", class: "copy", onclick: () => {
    const done = () => { button.textContent = "Copied"; };
    const failed = () => { button.textContent = "Select and copy it by hand"; };
    if (navigator.clipboard) {
      navigator.clipboard.writeText(text).then(done, failed);
    } else {
      failed();
    }
  } }, "Copy");
  return button;
}

function rerunOf(run) {
  const { report } = run;
  const text = command(run);
  const facts = [["Simulation", report.simulation], ["Started", report.started_at], ["Seed", report.seed], ["Gatling", report.gatling_version],
    ["JVM", report.java_version], ["Target", (report.target || {}).base_url], ["Dialect", (report.target || {}).dialect],
    ["Model", (report.target || {}).model]].filter(([, v]) => v !== undefined && v !== "");
  return el("div", { class: "panel" }, RUNS.length > 1 ? el("h3", null, run.label) : null,
    el("dl", null, facts.flatMap(([name, value]) => [el("dt", null, name), el("dd", { class: "mono" }, String(value))])),
    el("div", { class: "title" }, el("h3", null, "The command"), copyButton(text)),
    el("pre", { class: "command", tabindex: 0, "aria-label": "Command to run it again" }, text),
    el("p", { class: "note" }, "A key, where the server needs one, comes from the environment variable LLM_API_KEY or OPENAI_API_KEY; "
      + "it is in no file of this run."),
    el("details", { class: "alt" }, el("summary", null, "All settings"), plainTable("Settings", ["setting", "value"],
      Object.entries(report.settings || {}).map(([k, v]) => [k, String(v)]))));
}

function rerunSection() {
  return section("rerun", "Run it again", "The same seed gives the same prompts and the same arrivals.",
    el("div", { class: "grid" }, RUNS.map(rerunOf)));
}

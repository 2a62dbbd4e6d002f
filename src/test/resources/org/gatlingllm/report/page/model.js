// report.json as the charts want it. Reports of older versions may lack any part.

const DATA = JSON.parse(document.getElementById("data").textContent);

function list(value) {
  return Array.isArray(value) ? value : [];
}

function makeRuns() {
  const seen = new Map();
  return list(DATA.reports).map((report, index) => {
    const label = String(report.label || "run");
    const times = (seen.get(label) || 0) + 1;
    seen.set(label, times);
    const run = { report, index, label: times > 1 ? label + " (" + times + ")" : label, slo: list(report.slo) };
    // the warm-up is a level without a measured request: in no number, so on no chart
    run.levels = list(report.levels).map((raw) => makeLevel(run, raw)).filter((l) => l.sent || l.name !== "warm-up");
    run.lines = makeLines(run);
    return run;
  });
}

function makeLevel(run, raw) {
  const closed = raw.mode !== "open";
  const requests = raw.requests || {};
  return {
    run, raw, closed,
    name: String(raw.name),
    load: closed ? raw.concurrency : raw.offered_rate,
    tokens: raw.output_token_throughput,
    held: known(raw.steady_output_token_throughput) ? raw.steady_output_token_throughput : raw.output_token_throughput,
    sent: requests.sent || 0,
    failed: (requests.failed || 0) + (requests.rate_limited || 0),
    suspect: list(raw.suspect),
    series: raw.series || {},
  };
}

/** A quantile of a metric of a level, with all that must stand beside it; null where it was not measured. */
function quantile(level, tag, name) {
  const metric = (level.raw.metrics || {})[tag];
  if (!metric || !known(metric[name])) {
    return null;
  }
  const interval = (metric.ci95 || {})[name] || [];
  return {
    value: metric[name], low: interval[0], high: interval[1], n: metric.count, unit: metric.unit,
    weak: list(metric.weak).includes(name),
  };
}

/** Levels that belong on one curve: one target, one prompt length, one answer length. */
function makeLines(run) {
  const lines = new Map();
  const prompts = new Set(run.levels.map((l) => l.raw.asked_prompt_tokens).filter(known));
  const answers = new Set(run.levels.map((l) => l.raw.asked_max_tokens).filter(known));
  for (const level of run.levels) {
    const { target, asked_prompt_tokens: prompt, asked_max_tokens: answer } = level.raw;
    const parts = [target ? "@" + target : "", prompts.size > 1 && known(prompt) ? prompt + "-token prompts" : "",
      answers.size > 1 && known(answer) ? "≤ " + answer + "-token answers" : ""].filter(Boolean);
    const key = parts.join(", ");
    if (!lines.has(key)) {
      lines.set(key, { run, name: [run.label, key].filter(Boolean).join(" "), levels: [] });
    }
    const line = lines.get(key);
    line.levels.push(level);
    level.line = line;
  }
  return [...lines.values()];
}

const RUNS = makeRuns();
const LINES = RUNS.flatMap((run) => run.lines);
const LEVELS = RUNS.flatMap((run) => run.levels);
LINES.forEach((line, i) => { line.color = i; });

/** Levels of one mode by load, without those in which no request ended well. */
function byLoad(line, closed) {
  return line.levels
    .filter((l) => l.closed === closed && known(l.tokens) && (l.raw.requests || {}).ok > 0)
    .sort((a, b) => (a.load || 0) - (b.load || 0));
}

/**
 * The last closed level before more users gain less than 10 % of output tokens while TTFT p50 grows by more
 * than 10 %; null while the curve still climbs. Of repeats the one with the median output counts.
 */
function kneeOf(line) {
  const loads = new Map();
  for (const level of byLoad(line, true)) {
    loads.set(level.load, [...(loads.get(level.load) || []), level]);
  }
  const points = [...loads.values()].map((repeats) =>
    repeats.sort((a, b) => a.held - b.held)[Math.floor((repeats.length - 1) / 2)]);
  const ttft = (l) => (quantile(l, "time_to_first_token", "p50") || {}).value;
  for (let i = 1; i < points.length; i++) {
    if (points[i].held < 1.1 * points[i - 1].held && ttft(points[i]) > 1.1 * ttft(points[i - 1])) {
      return points[i - 1];
    }
  }
  return null;
}

/** "np4 · c=8" where there are several runs, else "c=8". */
function levelName(level) {
  return RUNS.length > 1 ? level.run.label + " · " + level.name : level.name;
}

/** What a number means: {name, formula, unit}. */
function meaning(key) {
  const told = (DATA.glossary || {})[key];
  return told || { name: key, formula: "", unit: "" };
}

// The one place that rounds: three digits, whole numbers from 100 on; what was not measured is a dash, never 0.

const NONE = "–";

function known(value) {
  return typeof value === "number" && Number.isFinite(value);
}

function num(value) {
  if (!known(value)) {
    return NONE;
  }
  if (value === 0) {
    return "0";
  }
  const size = Math.abs(value);
  if (size < 0.0005) {
    return value < 0 ? ">-0.001" : "<0.001";
  }
  const whole = Math.floor(Math.log10(Number(size.toPrecision(3)))) + 1;
  const text = value.toFixed(whole <= 0 ? 3 : Math.max(0, 3 - whole));
  return size < 10000 ? text : text.replace(/\B(?=(\d{3})+$)/g, "\u2009");
}

/** Milliseconds with the unit in which they read best. */
function time(ms) {
  return !known(ms) ? NONE : Math.abs(ms) >= 1000 ? num(ms / 1000) + " s" : num(ms) + " ms";
}

/** Milliseconds on an axis: round numbers, few digits. */
function axisTime(ms) {
  return ms >= 1000 ? Number((ms / 1000).toPrecision(3)) + " s" : Number(ms.toPrecision(3)) + " ms";
}

/** A number on an axis. */
function axisNumber(value) {
  return value >= 10000 ? num(value) : String(Number(value.toPrecision(3)));
}

function percent(share) {
  return known(share) ? num(share * 100) + " %" : NONE;
}

function count(n, one, many) {
  return n + " " + (n === 1 ? one : many || one + "s");
}

/** The name of a quantile given by x = 1 / (1 - q): p50, p99.9. */
function percentileAt(x) {
  const q = 100 * (1 - 1 / x);
  const digits = Math.max(0, Math.ceil(Math.log10(x)) - 2);
  return "p" + Number(q.toFixed(Math.min(6, digits + (x % 10 ? 1 : 0))));
}

const QUANTILES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99, p999: 0.999 };
const QUANTILE_NAMES = { p50: "p50", p90: "p90", p95: "p95", p99: "p99", p999: "p99.9" };

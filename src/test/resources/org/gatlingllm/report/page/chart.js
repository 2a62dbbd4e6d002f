// What all charts share: a figure with caption, controls, plot and the same data as a table.

const FIGURES = [];

function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

function seriesColor(index) {
  return color("s" + (index % 6));
}

/** The same colour, see-through. */
function faded(hex, opacity) {
  return hex + Math.round(opacity * 255).toString(16).padStart(2, "0");
}

/** Step i of n from pale to full, so that an order of levels is an order of colours. */
function ramp(hex, i, n) {
  const share = n < 2 ? 1 : 0.35 + 0.65 * (i / (n - 1));
  const mix = (at) => {
    const full = parseInt(hex.slice(at, at + 2), 16);
    const ground = parseInt(color("surface").slice(at, at + 2), 16);
    return Math.round(ground + (full - ground) * share).toString(16).padStart(2, "0");
  };
  return "#" + mix(1) + mix(3) + mix(5);
}

/** A tooltip as an element: ECharts takes strings as HTML, so it never gets one. */
function tip(title, rows, more) {
  return el("div", { class: "tip" }, el("b", null, title),
    rows.filter(Boolean).map(([name, value]) => el("div", null, el("span", null, name), el("span", null, value))),
    list(more).map((text) => el("p", null, text)));
}

/** A quantile in a tooltip: value, interval, samples. */
function quantileRows(name, q, shown) {
  return [
    [name, shown(q.value) + (q.weak ? " *" : "")],
    known(q.low) ? ["95 % interval", shown(q.low) + " – " + shown(q.high)] : ["95 % interval", "too few samples"],
    ["n", String(q.n)],
  ];
}

function base() {
  return {
    animation: false,
    backgroundColor: "transparent",
    textStyle: { color: color("ink"), fontFamily: getComputedStyle(document.body).fontFamily },
    legend: { top: 0, left: 0, type: "scroll", icon: "roundRect", itemWidth: 14, itemHeight: 8, itemGap: 16,
      textStyle: { color: color("ink") }, inactiveColor: color("wait"), pageTextStyle: { color: color("muted") } },
    tooltip: {
      trigger: "item", confine: true, backgroundColor: color("surface"), borderColor: color("muted"),
      textStyle: { color: color("ink") },
      formatter: (p) => (p.data && p.data.tip ? tip(...p.data.tip()) : ""),
    },
  };
}

function axis(type, name, more) {
  return Object.assign({
    type, name, nameLocation: "middle", nameGap: 30, nameTextStyle: { color: color("muted") },
    axisLine: { show: true, lineStyle: { color: color("line") } },
    axisTick: { show: false },
    axisLabel: { color: color("muted"), hideOverlap: true },
    splitLine: { lineStyle: { color: color("grid") } },
    minorTick: { show: false },
  }, more);
}

/** A time axis in milliseconds, linear or logarithmic. */
function timeAxis(name, log, more) {
  const label = { color: color("muted"), formatter: axisTime, hideOverlap: true };
  return axis(log ? "log" : "value", name, Object.assign({ nameGap: 58, axisLabel: label }, more));
}

/** Bounds of a logarithmic axis at 1, 2 or 5 times a power of ten: whole decades would leave half of a plot empty. */
function logBounds(values) {
  const positive = values.filter((v) => v > 0);
  if (!positive.length) {
    return {};
  }
  const steps = (v) => [1, 2, 5, 10].map((s) => s * Math.pow(10, Math.floor(Math.log10(v))));
  const low = Math.min(...positive);
  const high = Math.max(...positive);
  return { min: Math.max(...steps(low).filter((s) => s <= low * 1.0001)), max: Math.min(...steps(high * 1.02).filter((s) => s >= high * 1.02)) };
}

/** Whether values span so much that a linear axis would hide the small ones. */
function spansDecades(values) {
  const positive = values.filter((v) => v > 0);
  return positive.length > 1 && Math.max(...positive) > 12 * Math.min(...positive);
}

/**
 * A figure. draw() returns {option, label, points, head, rows, note}; it runs again when the theme or a control
 * changes. The number of points is told to whoever checks the page: data-points.
 */
function figure(id, title, text, draw, ...controls) {
  const plot = el("div", { class: "plot", id, role: "img" });
  const note = el("p", { class: "thinned" });
  const table = el("details", { class: "alt" }, el("summary", null, "Show as table"));
  const node = el("figure", null,
    el("figcaption", null, el("div", null, el("h3", null, title), el("p", null, text)),
      el("div", { class: "controls" }, controls)), plot, note, table);
  const drawn = { node, plot, instance: null, last: null };
  const fill = () => {
    while (table.children.length > 1) {
      table.lastChild.remove();
    }
    if (table.open) {
      table.appendChild(plainTable(title + ", as table", drawn.last.head, drawn.last.rows));
    }
  };
  drawn.redraw = () => {
    const result = draw();
    drawn.last = result;
    plot.style.height = result.height ? result.height + "px" : "";
    if (!drawn.instance) {
      drawn.instance = echarts.init(plot, null, { renderer: "svg" });
      new ResizeObserver(() => drawn.instance.resize()).observe(plot);
    }
    drawn.instance.resize();
    drawn.instance.setOption(result.option, true);
    plot.dataset.points = result.points;
    plot.setAttribute("aria-label", title + ". " + result.label);
    note.textContent = result.note || "";
    fill();
  };
  table.addEventListener("toggle", fill);
  FIGURES.push(drawn);
  return drawn;
}

function redrawAll() {
  FIGURES.forEach((f) => f.redraw());
}

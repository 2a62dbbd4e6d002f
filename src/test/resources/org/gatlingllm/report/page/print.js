// On paper: light, as wide as a sheet, unfolded. A chart's own table stays out, as the chart stands above it.

let unfolded = [];

function toPaper() {
  unfolded = [...document.querySelectorAll("details")].filter((d) => !d.open && !d.closest("figure"));
  unfolded.forEach((d) => { d.open = true; });
  // gives the page the width of the sheet while charts can still measure it
  document.documentElement.dataset.paper = "yes";
  document.documentElement.dataset.theme = "light";
  redrawAll();
}

function toScreen() {
  delete document.documentElement.dataset.paper;
  document.documentElement.dataset.theme = currentTheme();
  unfolded.forEach((d) => { d.open = false; });
  redrawAll();
}

addEventListener("beforeprint", toPaper);
addEventListener("afterprint", toScreen);

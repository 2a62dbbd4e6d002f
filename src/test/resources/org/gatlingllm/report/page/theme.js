// Light or dark: as the system wants, until the reader chooses.

const DARK = matchMedia("(prefers-color-scheme: dark)");
let chosenTheme = null;

function applyTheme(theme) {
  if (document.documentElement.dataset.theme !== theme) {
    document.documentElement.dataset.theme = theme;
    redrawAll();
  }
}

function currentTheme() {
  return chosenTheme || (DARK.matches ? "dark" : "light");
}

document.documentElement.dataset.theme = currentTheme();
DARK.addEventListener("change", () => applyTheme(currentTheme()));

function themeButton() {
  const text = () => (currentTheme() === "dark" ? "☀ Light" : "☾ Dark");
  const button = el("button", { type: "button", id: "theme", onclick: () => {
    chosenTheme = currentTheme() === "dark" ? "light" : "dark";
    applyTheme(chosenTheme);
    button.textContent = text();
  } }, text());
  DARK.addEventListener("change", () => { button.textContent = text(); });
  return button;
}

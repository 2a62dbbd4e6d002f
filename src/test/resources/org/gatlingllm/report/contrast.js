// The contrast of every text that is seen, after WCAG 2: [{text, contrast}, …].
(() => {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], ground) => [r, g, b].map((c, i) => c * a + ground[i] * (1 - a));
  const background = (element) => {
    if (!element) {
      return [255, 255, 255];
    }
    return over(rgba(getComputedStyle(element).backgroundColor), background(element.parentElement));
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script, noscript, option") || !element.checkVisibility()) {
      continue;
    }
    const style = getComputedStyle(element);
    const ground = background(element);
    const ink = over(rgba(element instanceof SVGElement ? style.fill : style.color), ground);
    const [low, high] = [luminance(ink), luminance(ground)].sort((a, b) => a - b);
    texts.push({ text: node.data.trim().slice(0, 40), in: element.tagName, contrast: (high + 0.05) / (low + 0.05) });
  }
  return texts;
})()

// What is wrong with how a page looks: what is too wide, cut, broken, too small or out of sight, one line each.
window.looks = () => {
  const wrong = new Set();
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && one.getClientRects().length > 0 && !one.closest(".read, .skip, [inert]");
  const told = (one) => `${one.localName}.${one.className} ${(one.innerText || "").replace(/\s+/g, " ").slice(0, 40)}`;
  if (document.documentElement.scrollWidth > innerWidth) wrong.add(`the page is ${document.documentElement.scrollWidth - innerWidth} px too wide`);
  if (all(".panel h2").length > 1) wrong.add("several questions");
  for (const one of all("button, summary, a.ask, a.usual, .chooses > label, .seat > a").filter(seen)) {
    const box = one.getBoundingClientRect();
    if (box.width > 1 && (box.height < 43.5 || box.width < 43.5) && !one.closest(".below")) wrong.add(`${Math.round(box.width)}×${Math.round(box.height)}: ${told(one)}`);
  }
  const inSight = (one) => {
    const box = one.getBoundingClientRect();
    return box.top > -0.5 && box.bottom < innerHeight + 0.5 && [box.top + 4, box.bottom - 4].every((y) => one.contains(document.elementFromPoint((box.left + box.right) / 2, y)));
  };
  const answers = all(".panel :is(button, summary, a, label):is(.usual, .send, .ask, .chooses > label):not(:disabled)").filter(seen);
  if (answers.length && !answers.some(inSight)) wrong.add("no answer is in sight");
  const usual = all(".panel button.usual").filter((each) => seen(each) && !each.closest("details") && !each.disabled);
  if (usual.length && !usual.some(inSight)) wrong.add(`out of sight: ${told(usual[0])}`);
  const undo = document.querySelector(".stack button.undo:not(:disabled)");
  if (undo && !inSight(undo)) wrong.add("Undo is not in sight");
  const least = (one) => one.closest(".dealer, .ranks, .live") ? 12 : 14;
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const rects = () => [...range.getClientRects()].filter((each) => each.width > 1);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const one = text.parentElement;
    if (!text.data.trim() || !seen(one) || one.closest("svg, textarea, option, [hidden]")) continue;
    const size = parseFloat(getComputedStyle(one).fontSize);
    if (size && size < least(one) - 0.1) wrong.add(`${size} px: ${told(one)}`);
    for (const word of text.data.matchAll(/[^\s\u00ad\u2010–—\/-]{2,}/g)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const tops = rects().filter((each) => each.width > 3).map((each) => each.top);
      const hyphened = text.data[word.index - 1] === "\u00ad" || text.data[word.index + word[0].length] === "\u00ad";
      if (tops.length && Math.max(...tops) - Math.min(...tops) > 8 && !hyphened) wrong.add(`broken: ${word[0]}`);
    }
    const box = one.closest("button, .ask, .off, summary, label, .tile, .place")?.getBoundingClientRect();
    range.selectNodeContents(text);
    if (box && !one.closest(".below") && rects().some((each) => each.right > box.right + 1.5 || each.left < box.left - 1.5 || each.bottom > box.bottom + 3 || each.top < box.top - 3)) wrong.add(`out of its place: ${text.data.trim().slice(0, 40)} in ${told(one)}`);
  }
  for (const one of all("main *").filter((each) => seen(each) && !each.closest(".playing, .live, .last, .if-room, svg") && !each.matches("input, .what, h1, .below span"))) {
    const style = getComputedStyle(one);
    if (style.overflowX !== "visible" && one.scrollWidth > one.clientWidth + 2 && one.clientWidth > 2) wrong.add(`cut: ${told(one)}`);
  }
  return [...wrong];
};

// The clock of a game goes on from what the server said: so much of its time had run as the page was sent.
// Whatever sets it comes from the server as a new page.
(() => {
  if (window.goesOn) return;
  const sent = performance.getEntriesByType("navigation")[0]?.responseStart || 0;
  const heard = new WeakMap();
  const show = (clock) => {
    const { run, runs } = clock.dataset, said = run + runs;
    if (heard.get(clock)?.said !== said) heard.set(clock, { said, at: window.goesOn ? performance.now() : sent });
    const periods = JSON.parse(clock.dataset.periods);
    let left = Number(run) + (runs ? performance.now() - heard.get(clock).at : 0), place = 0;
    while (place < periods.length - 1 && left >= periods[place][0] * 1000) left -= periods[place++][0] * 1000;
    const [seconds, stakes] = periods[place], rest = Math.ceil((seconds * 1000 - left) / 1000);
    const level = periods.slice(0, place + 1).filter(([, one]) => one).length;
    const following = periods.slice(place + 1).find(([, one]) => one)?.[1];
    const write = (part, text) => {
      const one = clock.querySelector(part);
      if (one.textContent !== text) one.textContent = text;
    };
    write(".level", stakes ? "Level " + level : "Break");
    write(".time", place === periods.length - 1 ? "last level" : Math.floor(rest / 60) + ":" + String(rest % 60).padStart(2, "0"));
    write(".stakes", stakes);
    write(".following", following ? "then " + following : "");
  };
  const showAll = () => document.querySelectorAll(".clock").forEach(show);
  showAll();
  window.goesOn = setInterval(showAll, 250);
})();

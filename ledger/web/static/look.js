// How it looks and acts is each phone's own. Read before anything is painted.
(() => {
  const root = document.documentElement.dataset;
  const kept = (what) => { try { return localStorage.getItem("card-ledger-" + what) } catch { return null } };
  const keep = (what, how) => { try { localStorage.setItem("card-ledger-" + what, how) } catch { /* not kept */ } };
  const CHOICES = { theme: ["light", "dark"], colours: ["2", "4"], vibration: ["on", "off"], keys: ["on", "off"] };
  const now = (what) => root[what] || (what === "theme" && matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : CHOICES[what][0]);
  for (const what in CHOICES) if (CHOICES[what].includes(kept(what))) root[what] = kept(what);
  addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-look]"), what = button?.dataset.look;
    if (!what) return;
    root[what] = CHOICES[what].find((how) => how !== now(what));
    keep(what, root[what]);
    tell(button, what);
  });
  const tell = (button, what) => {
    button.querySelector("small")?.remove();
    button.append(Object.assign(document.createElement("small"), { textContent: what === "colours" ? now(what) + " colours" : now(what) }));
  };
  addEventListener("toggle", (event) => {
    if (event.target.id !== "look") return;
    for (const button of event.target.querySelectorAll("[data-look]")) tell(button, button.dataset.look);
    event.target.querySelector("p").hidden = Boolean(navigator.wakeLock);
  }, true);
})();

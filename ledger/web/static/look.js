// How it looks is each phone's own: light or dark, two colours of cards or four. Read before anything is painted.
(() => {
  const root = document.documentElement.dataset;
  const kept = (what) => { try { return localStorage.getItem("card-ledger-" + what) } catch { return null } };
  const keep = (what, how) => { try { localStorage.setItem("card-ledger-" + what, how) } catch { /* not kept */ } };
  for (const what of ["theme", "colours"]) if (kept(what)) root[what] = kept(what);
  addEventListener("click", (event) => {
    const what = event.target.closest?.("[data-look]")?.dataset.look;
    if (!what) return;
    const dark = root.theme ? root.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root[what] = what === "theme" ? (dark ? "light" : "dark") : root.colours === "4" ? "2" : "4";
    keep(what, root[what]);
  });
})();

// Sheets, Back and Escape, the keys of a keyboard, and the phone itself. What is said here changes no log.
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const table = () => document.getElementById("table");
  const openSheets = () => all(".panel details[open]:not(.below), .pay-sheet:popover-open");
  const chosen = () => Boolean(table()?.dataset.chosen || table()?.dataset.so || table()?.dataset.corrects);

  // What lies beneath an open sheet takes neither a touch nor the focus; the headings of the page and of the question stay
  // to be read
  const beneath = (one) => {
    if (one.matches("h1, h2, .asks p")) return [];
    return one.querySelector("h1, h2") ? [...one.children].flatMap(beneath) : [one];
  };
  const still = () => {
    all("[inert]:not(.panel, .stack)", table() || document).forEach((one) => { one.inert = false });
    const sheet = openSheets().pop(), whole = sheet?.querySelector(":scope > .full");
    const end = whole || sheet?.popover ? table() : sheet?.closest(".panel");
    for (let at = sheet; at && at !== end; at = at.parentElement) {
      for (const one of at.parentElement.children) {
        if (one !== at && one.localName !== "summary") for (const each of beneath(one)) each.inert = true;
      }
    }
  };

  // Each sheet has an address: its name, its number among those of that name, and who is chosen on it
  const nameOf = (sheet) => {
    const name = sheet.dataset.sheet, alike = all("[data-sheet]").filter((one) => one.dataset.sheet === name).indexOf(sheet);
    return alike ? `${name}~${alike + 1}` : name;
  };
  const here = (sheet = openSheets().pop()) => {
    const address = new URL(location.href), who = sheet?.querySelector(".of-people input:checked, .names input:checked")?.value;
    address.hash = "";
    address.searchParams.delete("of");
    for (const name of table()?.dataset.so ? [] : ["so", "kept"]) address.searchParams.delete(name);
    const said = { seat: table()?.dataset.chosen, sheet: sheet && nameOf(sheet), who };
    for (const [name, value] of Object.entries(said)) value ? address.searchParams.set(name, value) : address.searchParams.delete(name);
    return address.href;
  };
  const open = () => openSheets().length + (chosen() ? 1 : 0);

  // An open sheet and a chosen seat have an entry each: Back closes the topmost, and never leaves the table
  history.scrollRestoration = "manual";
  let depth = 0, ignored = 0, closing = false;
  // an entry is made only when those that are going are gone: else Back would lead one too far
  let waiting = "";
  const enter = (address) => {
    if (ignored) { waiting = address; return }
    depth += 1;
    history.pushState({ depth }, "", address);
  };
  const leave = (number = 1) => { depth -= number; ignored += 1; history.go(-number) };
  // What the address has opened is entered as if it had been touched
  const begin = () => {
    const named = new URLSearchParams(location.search).get("sheet");
    all(".pay-sheet").find((sheet) => sheet.dataset.sheet === named || "open" in sheet.dataset)?.showPopover();
    depth = history.state?.depth || 0;
    if (depth > open()) leave(depth - open());
    else if (!depth && open()) {
      const at = chosen() && here(null), bare = new URL(location.href);
      for (const name of ["seat", "sheet", "who", "of", "so", "kept"]) bare.searchParams.delete(name);
      if (table().dataset.corrects) [bare.pathname, bare.search] = [bare.pathname.replace(/\/log\/.*/, ""), ""];
      history.replaceState({ depth }, "", bare);
      if (at) enter(at);
      for (const sheet of openSheets()) enter(here(sheet));
    }
    still();
  };
  addEventListener("toggle", (event) => {
    const sheet = event.target;
    if (!sheet.matches?.(".panel details:not(.below), .pay-sheet")) return;
    still();
    if (sheet.open || event.newState === "open") {
      if (open() > depth) enter(here(sheet));
      else history.replaceState(history.state, "", here());
    } else {
      if (sheet.popover && document.activeElement === document.body) document.querySelector(`[popovertarget="${sheet.id}"]`)?.focus();
      if (!closing && depth > open()) leave();
    }
  }, true);
  addEventListener("change", (event) => {
    if (event.target.closest?.(".of-people, .names") && openSheets().length) history.replaceState(history.state, "", here());
  });
  const show = async (address) => {
    const asked = location.href, answer = await fetch(address, { headers: { Accept: "text/html" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("table");
    if (!fresh || !table() || location.href !== asked) return;
    const seat = table().dataset.chosen;
    await window.htmx.swap({ target: table(), text: fresh.outerHTML, swap: "outerHTML" });
    all(".seat > a").find((link) => link.dataset.name === seat)?.focus({ preventScroll: true });
  };
  const closeTopmost = () => {
    const sheet = openSheets().pop();
    if (!sheet) return false;
    closing = true;
    if (sheet.popover) sheet.hidePopover();
    else {
      sheet.open = false;
      sheet.querySelector(":scope > summary").focus();
    }
    setTimeout(() => { closing = false }, 50);
    return true;
  };
  addEventListener("popstate", () => {
    if (ignored) {
      ignored -= 1;
      if (!ignored && waiting && open() > depth) while (open() > depth) enter(waiting);
      else if (!ignored) history.replaceState({ depth }, "", here());
      waiting = ignored ? waiting : "";
      return;
    }
    const before = depth;
    depth = history.state?.depth || 0;
    if (depth > before || !closeTopmost() && chosen()) show(location.href);
  });
  addEventListener("click", (event) => {
    const seat = event.target.closest?.(".seats .seat > a, .last a[hx-get], [data-steps]"), back = event.target.closest?.("[data-back]");
    if (seat && !chosen()) enter(seat.href);
    else if (seat) history.replaceState(history.state, "", seat.href);
    else if (back && depth) { event.preventDefault(); history.back() }
  });
  // What was said has closed the sheets: their entries go, and the address is that of the table
  addEventListener("htmx:after:swap", () => {
    still();
    // what is chosen of a correction stands in its address; what comes after a Back that was too quick has an entry then
    const correction = table()?.dataset.corrects;
    if (chosen() && !depth) enter(correction || here(null));
    else if (correction) history.replaceState(history.state, "", correction);
    if (chosen() && document.activeElement === document.body) document.getElementById("question").focus({ preventScroll: true });
    if (depth > open()) leave(depth - open());
  });

  const look = (what) => { try { return localStorage.getItem("card-ledger-" + what) } catch { return null } };
  const typing = () => document.activeElement?.matches?.("input:not([type=radio], [type=checkbox]), textarea, select");
  const panelPlaces = () => {
    const top = openSheets().pop()?.querySelector(":scope > .sheet") || document.querySelector(".panel");
    const within = "button[name=saying], summary.ask, a.ask, .chooses > label, button.off, [data-key], [data-opens]";
    return top ? all(within, top).filter((place) => place.getClientRects().length && !place.closest(".asks, #more > summary")) : [];
  };
  // what a key opens has the focus, as if it were touched
  const touch = (place) => { place?.focus({ preventScroll: true }); place?.click() };
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && (openSheets().length || chosen())) {
      event.preventDefault();
      if (depth) history.back();
      else if (!closeTopmost()) show(location.pathname);
      return;
    }
    if (typing() || event.ctrlKey || event.metaKey || event.altKey || look("keys") === "off") return;
    const on = document.activeElement?.matches?.("button, summary, a, label, input");
    const acts = {
      u: () => document.querySelector("button.undo")?.click(),
      r: () => document.querySelector("button.redo")?.click(),
      m: () => touch(document.querySelector("#more > summary")),
      "?": () => document.querySelector(".asks a.ask:not([data-back])")?.click(),
    };
    if (/^[1-9]$/.test(event.key)) touch(panelPlaces()[event.key - 1]);
    else if (event.key === "Enter" && !on) document.querySelector(".panel button.usual")?.click();
    else if (!event.repeat && acts[event.key]) acts[event.key]();
    else return;
    event.preventDefault();
  });

  // The phone: it trembles, and stays alight where the browser lets it
  const tremble = (pattern) => { if (look("vibration") !== "off") navigator.vibrate?.(pattern) };
  let awake = null;
  const stayAwake = async () => { try { awake = await navigator.wakeLock?.request("screen") } catch { awake = null } };
  const hint = () => {
    if (navigator.wakeLock || look("dark") || !matchMedia("(pointer: coarse)").matches) return;
    const line = Object.assign(document.createElement("p"), { className: "assumes" });
    line.textContent = "This phone will go dark: set it to stay on, or start the server with --tls.";
    document.querySelector(".panel .asks")?.after(line);
    try { localStorage.setItem("card-ledger-dark", "told") } catch { /* told again */ }
  };
  addEventListener("visibilitychange", () => { if (awake && document.visibilityState === "visible") stayAwake() });
  addEventListener("page:recorded", (event) => {
    tremble(event.detail.refused ? [30, 60, 30] : 20);
    if (event.detail.refused) return;
    if (!awake) stayAwake();
    hint();
  });
  addEventListener("page:too-soon", () => tremble(10));
  begin();
})();

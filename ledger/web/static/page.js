// The page's script: it follows the log, keeps still under a finger, and gives keypad and cards their order.
// Nothing is derived here: every figure and every saying comes from the server.
(() => {
  const SILENCE = 4500, ASKING = 2000, LONGEST_PAUSE = 8000, SETTLING = 250, ANOTHER_QUESTION = 600, LATE = 150;
  const root = document.documentElement;
  const table = () => document.getElementById("table");
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const clock = () => new Date().toTimeString().slice(0, 5);

  // Following: the stream says only where the log is
  let heard = Date.now(), heardAt = clock(), newest = 0, head = "";
  let down = false, busy = false, takenBack = false, sends = 0;
  let asked = "", drawn = "", question = "", placed = null;
  const stale = (is) => {
    if (root.classList.contains("stale") === is) return;
    root.classList.toggle("stale", is);
    all("main").forEach((main) => { main.inert = is });
    all(".live").forEach((live) => { live.textContent = is ? "as of " + heardAt : "connected" });
    document.getElementById("stale")?.setAttribute("role", is ? "alert" : "none");
    all("#stale .since").forEach((since) => { since.textContent = heardAt });
  };
  const heardFrom = () => { heard = Date.now(); heardAt = clock(); stale(false) };
  const writing = () => {
    const open = document.querySelector(".panel details[open] .sheet, .page form");
    const focused = document.activeElement?.matches?.("input:not([type=hidden]), textarea");
    return Boolean(open && open.closest(".panel")) || Boolean(focused && document.activeElement.value);
  };
  // so is what was left as it stood while a sheet was open, once nothing is filled in any more
  const behind = () => table() && head && (head !== table().dataset.head || table().matches(".moved-on") && !writing());
  const refresh = () => {
    if (busy || down || !behind() || document.querySelector("main.page form, #opening")) return;
    const some = writing(), sent = sends, address = location.href;
    busy = true;
    const url = location.pathname.endsWith("/say") ? location.pathname.replace(/say$/, "") .replace(/\/$/, "") : address;
    const how = { headers: { Accept: "text/html" }, credentials: "same-origin", signal: AbortSignal.timeout(8000) };
    fetch(url, how).then((answer) => answer.ok ? answer.text() : null).then(async (text) => {
      if (sent !== sends) return;
      busy = false;
      if (!text || down || location.href !== address) return;
      const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("table");
      // an older answer comes too late, unless the log itself is an older one again
      if (!fresh || !table() || (fresh.dataset.head !== head && Number(fresh.dataset.seen) < Number(table().dataset.seen))) return;
      if (some) {
        // what is being filled in stays as it is; only what stands above it is brought up to date
        for (const part of [".top", ".seats", ".strip"]) {
          const here = table().querySelector(part), there = fresh.querySelector(part);
          if (!here || !there) continue;
          there.inert = here.inert;
          here.replaceWith(there);
        }
        for (const what of ["seen", "head"]) table().dataset[what] = fresh.dataset[what];
        table().classList.add("moved-on");
        // a sheet that fits no more says so, in the words of the server
        const told = fresh.querySelector(".panel .alert"), sheet = all(".panel details[open] > .sheet").pop();
        if (told && sheet) sheet.prepend(told);
        window.htmx?.process(table());
      } else {
        await window.htmx.swap({ target: table(), text: fresh.outerHTML, swap: "outerMorph" });
        // what was begun in a closed sheet was meant for the question before
        all("form.slots", table()).forEach((form) => form.reset());
      }
      painted();
    }).catch(() => { busy = busy && sent !== sends });
  };
  // A stream that is silent is closed and followed again, after pauses that grow; a page without one asks now and then
  let stream = null, followed = 0, pause = 0, again = 0;
  const follow = () => {
    clearTimeout(again);
    stream?.close();
    followed = Date.now();
    stream = new EventSource(document.body.dataset.stream);
    stream.onmessage = (event) => {
      heardFrom();
      pause = 0;
      ({ newest, head } = JSON.parse(event.data));
      refresh();
    };
    stream.onerror = followLater;
  };
  const followLater = () => {
    stream.close();
    clearTimeout(again);
    pause = Math.min(LONGEST_PAUSE, 2 * pause || 500);
    again = setTimeout(follow, pause);
  };
  const ask = () => {
    const asking = fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(ASKING) });
    return asking.then((answer) => { if (answer.ok) heardFrom() }).catch(() => {});
  };
  const isSilent = () => Date.now() - heard > SILENCE;
  const listen = () => {
    if (document.hidden) return;
    if (isSilent()) stale(true);
    if (stream && stream.readyState !== EventSource.CLOSED && isSilent() && Date.now() - followed > SILENCE) followLater();
  };
  // at once when the screen lights up, or the network is back
  const wake = () => {
    if (document.hidden) return;
    pause = 0;
    if (!stream) ask();
    else if (isSilent() || stream.readyState === EventSource.CLOSED) follow();
  };
  const tryNow = (button) => {
    button.disabled = true;
    ask().finally(() => {
      if (stream) follow();
      button.disabled = false;
    });
  };
  setInterval(refresh, 400);
  let lifted = -SILENCE;
  addEventListener("pointerdown", () => { down = true }, true);
  addEventListener("pointerup", () => { lifted = performance.now() }, true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { setTimeout(() => { down = false }, 0) }, true);
  addEventListener("click", (event) => {
    const again = event.target.closest?.("#stale .again");
    if (again) tryNow(again);
  });
  // Sending: pressed at once, and nothing else until the answer is here
  let pressed = null, saying = "", release = () => {};
  addEventListener("htmx:before:request", (event) => {
    const form = event.target.closest?.("form");
    if (form?.method !== "post") return;
    busy = true;
    sends += 1;
    const panel = document.querySelector(".panel");
    const button = pressed || form.querySelector("[data-says]"), label = button?.innerHTML;
    saying = button?.value || button?.textContent || "";
    if (button?.matches(".send, .usual")) {
      button.textContent = "…";
      release = () => { button.innerHTML = label };
    }
    placed = panel ? placesOf(panel).indexOf(button) : null;
    const stack = button?.closest(".stack");
    takenBack = Boolean(stack);
    if (stack) stack.inert = true;
    if (panel) panel.inert = true;
  });
  // what has just been drawn is sent as what was there before, though it was touched at once
  addEventListener("submit", (event) => {
    pressed = event.submitter;
    if (event.target.hasAttribute("hx-post")) window.htmx?.process(event.target);
  }, true);
  const answered = () => {
    busy = false;
    all(".panel").forEach((panel) => { panel.inert = ".panel" in resting });
  };
  const unsent = () => {
    release();
    document.querySelector(".panel .unsent")?.remove();
    const alert = document.createElement("b");
    alert.className = "alert unsent";
    alert.role = "alert";
    alert.textContent = saying + " was not sent: unless it stands above by then, say it again.";
    document.querySelector(".panel .asks")?.after(alert);
  };
  addEventListener("htmx:error", () => {
    answered();
    all(".stack").forEach((stack) => { stack.inert = false });
    if (saying) unsent();
    saying = "";
    stale(true);
  });
  addEventListener("htmx:after:swap", () => painted());
  // what was answered is looked at from the top, wherever its sheet was scrolled to
  addEventListener("htmx:finally:request", (event) => {
    if (event.detail.ctx.request.method !== "POST") return;
    answered();
    saying = "";
    scrollTo(0, 0);
    dispatchEvent(new CustomEvent("page:recorded", { detail: { refused: Boolean(document.querySelector(".panel .alert[role=alert]")) } }));
  });
  // What a bare number is, kept for the evening on this phone: money unless it was said that it is counters
  const ofEvening = () => "counters" + location.pathname.match(/\/\d+/);
  const kept = () => { try { return localStorage.getItem(ofEvening()) || "" } catch { return "" } };
  const keep = (counters) => { try { localStorage.setItem(ofEvening(), counters) } catch { /* it holds for this sheet */ } };
  const inCounters = (input) => Boolean(input.form?.querySelector("[name=counters]")?.value);
  const bare = (input) => input.dataset.sign ? input.value.replace(input.dataset.sign, "") : input.value;
  const inMoney = (input, amount) => (amount / 10 ** input.dataset.places).toFixed(input.dataset.places);
  // The least and the most of a place, in the smallest unit; and the same in words
  const limits = ({ min, max }) => [Number(min), max === "" ? Infinity : Number(max)];
  const rangeOf = (input) => {
    const { sign, counter = 1 } = input.dataset, [least, most] = limits(input), money = sign && !inCounters(input);
    const shown = (amount, round) => money ? (amount < 0 ? "-" : "") + sign + inMoney(input, Math.abs(amount)) : round(amount / counter);
    return shown(least, Math.ceil) + (most < Infinity ? " to " + shown(most, Math.floor) : " or more");
  };
  const asMoney = (input) => {
    const { sign } = input.dataset, [, less, number] = bare(input).match(/^([+-]?)(.*)$/);
    if (!sign) return;
    if (/^[\d.]*$/.test(number)) input.value = less + (number && !inCounters(input) ? sign : "") + number;
    if (input.placeholder.length > 1) input.placeholder = rangeOf(input);
  };
  const readAs = (form, counters) => {
    for (const one of all("[name=counters]", form)) one.value = counters;
    for (const one of all("[data-counters]", form)) one.setAttribute("aria-pressed", String(one.dataset.counters === counters));
    all("[data-sign]", form).forEach(asMoney);
    all(".sum-worth", form).forEach((worth) => { worth.textContent = "" });
  };
  const tellWorth = (input) => {
    const worth = input.closest(".field")?.querySelector(".sum-worth"), amount = numberOf(input), number = amount / input.dataset.counter;
    if (!worth) return;
    const counters = inCounters(input) || number % 1 ? "" : number === 1 ? ", one counter" : `, ${number} counters`;
    worth.textContent = amount ? `${bare(input)} is ${input.dataset.sign}${inMoney(input, amount)}${counters}` : "";
  };
  const prepare = (within) => {
    all("input[inputmode]", within).forEach((input) => { if (input.closest(".field")?.querySelector(".keypad")) input.inputMode = "none" });
    all(".keypad, .units", within).forEach((part) => { part.hidden = false });
    all("form:has(.units)", within).forEach((form) => readAs(form, kept()));
    all(".keyed .rows", within).forEach((rows) => { rows.querySelector(".place").classList.add("now") });
    all("form:has(.finds)", within).forEach(takeUpCount);
    all("form.slots", within).forEach(check);
  };
  // What rests takes no touch yet, though it is drawn once more meanwhile
  const resting = {};
  const rest = (selector, time, then = () => {}) => {
    clearTimeout(resting[selector]);
    resting[selector] = setTimeout(() => {
      delete resting[selector];
      all(selector).forEach((part) => { part.inert = false });
      then();
    }, time);
  };
  const painted = () => {
    const main = table(), panel = document.querySelector(".panel");
    prepare(document);
    root.dataset.painted = panel?.id || "";
    if (!main || !panel) return;
    const another = Boolean(question) && question !== main.dataset.question, moved = Boolean(drawn) && drawn !== main.dataset.seen;
    // a new question takes no touch that was meant for the one before; beneath an open sheet nothing is drawn anew
    if (another || Boolean(asked) && asked !== main.dataset.asked || moved && !main.matches(".moved-on")) {
      rest(".panel", another ? ANOTHER_QUESTION : SETTLING, () => goOn(document.querySelector(".panel")));
    }
    panel.inert = ".panel" in resting;
    panel.classList.remove("too-soon");
    if (!panel.inert) goOn(panel);
    // Undo and Redo take back one saying a touch, however often it comes
    if (takenBack) rest(".stack", SETTLING);
    if (".stack" in resting) all(".stack").forEach((stack) => { stack.inert = true });
    takenBack = false;
    tell(main, panel, moved);
    drawn = main.dataset.seen || "";
    asked = main.dataset.asked || "";
    question = main.dataset.question || "";
  };
  // After a saying one goes on at the same place, or else at the question
  const placesOf = (panel) => all("button[name=saying], button.off, summary.ask", panel);
  const goOn = (panel) => {
    if (placed === null || !panel || document.activeElement !== document.body && document.activeElement) return;
    const same = placesOf(panel)[placed];
    (same && !same.disabled && same.getClientRects().length ? same : panel.querySelector("h2"))?.focus({ preventScroll: true });
    placed = null;
  };
  let told = 0;
  const tell = (main, panel, moved) => {
    const line = main.querySelector(".last li:last-child"), number = parseInt(line?.querySelector(".number").textContent) || 0;
    const said = number < told ? "Taken back" : `${line?.querySelector("b").textContent} recorded`;
    if (moved) document.getElementById("status").textContent = `${said}. ${panel.querySelector("h2")?.textContent || ""}.`;
    told = number;
  };
  // A touch that was not taken says so
  addEventListener("pointerdown", (event) => {
    const panel = document.querySelector(".panel"), { clientX: x, clientY: y } = event;
    const isIn = (box) => y >= box.top && y <= box.bottom && x >= box.left && x <= box.right;
    const parts = all(".panel" in resting ? ".panel, .stack" : ".stack");
    if (!panel || !parts.some((part) => part.inert && isIn(part.getBoundingClientRect()))) return;
    panel.classList.add("too-soon");
    document.getElementById("status").textContent = "too soon";
    dispatchEvent(new Event("page:too-soon"));
  }, true);

  // What is opened seldom is fetched as it is touched, and stands there when it opens
  const fetchSheet = (details) => {
    const sheet = details.querySelector(".sheet"), address = details.dataset.menu;
    if (!address) return details.fetched;
    delete details.dataset.menu;
    details.fetched = fetch(address, { signal: AbortSignal.timeout(8000) }).then((answer) => {
      if (!answer.ok) throw answer;
      return answer.text();
    }).then((html) => {
      sheet.innerHTML = html;
      window.htmx?.process(sheet);
      prepare(sheet);
    }).catch(() => { details.dataset.menu = address });
    return details.fetched;
  };
  for (const begins of ["pointerdown", "focusin", "toggle"]) addEventListener(begins, (event) => {
    const details = event.target.closest?.("details[data-menu]");
    if (details) fetchSheet(details);
  }, true);

  // Cards: in the order in which they were touched
  let touched = 0;
  const order = new WeakMap();
  const inOrder = (holder) => all("input[type=checkbox]:checked", holder).sort((a, b) => (order.get(a) || 0) - (order.get(b) || 0));
  addEventListener("formdata", (event) => {
    const cards = all(".cards, .ordered", event.target).flatMap(inOrder), data = event.formData;
    if (!cards.length) return;
    const entries = [...data.entries()];
    for (const name of new Set(entries.map(([key]) => key))) data.delete(name);
    for (const [name, value] of entries) {
      const place = cards.findIndex((card) => card.name === name);
      data.append(name, place < 0 ? value : cards.splice(place, 1)[0].value);
    }
  });
  // Whether a field has what it needs, and whether its next choice, or the one just made, is the last that it takes
  const ticked = (holder) => all("input[type=checkbox]:checked", holder).length;
  const isFilled = (one) => {
    if (one.type === "hidden") return false;
    return one.type === "radio" || one.type === "checkbox" ? one.checked && !one.name.startsWith("suit.") : one.value;
  };
  const rows = (holder) => all(":scope > .rows > div", holder).filter((row) => all("input", row).some(isFilled));
  // A number; of a sum, what it is in the smallest unit
  const PENCE = /^([+-]?)(?=.)(?:(\d+)s)?(?:(?=[\d¼½¾])(\d*)([¼½¾]?)d)?$/;
  const numberOf = (one) => {
    const { sign, places, counter = 1 } = one.dataset, typed = bare(one);
    const [number, part] = typed.match(/^[+-]?\d+(?:\.(\d+))?$/) || [];
    if (number && sign && (part || !inCounters(one))) return part?.length > places ? NaN : Math.round(typed * 10 ** places);
    if (number && !part) return typed * counter;
    const [, less, shillings = 0, pence = 0, farthings = ""] = typed.match(PENCE) || [];
    if (less !== undefined) return (less === "-" ? -1 : 1) * (48 * shillings + 4 * pence + " ¼½¾".indexOf(farthings || " "));
    return one.value && one.inputMode && one.value !== one.dataset.words ? NaN : 0;
  };
  // Whether what stands in a place, if anything does, is finished and in its range; a sum finer than a step may be
  const fits = (one) => {
    const [least, most] = limits(one), step = one.step || 1, amount = numberOf(one);
    return !one.value || one.value === one.dataset.words || amount > least - step && amount < most + Number(step);
  };
  const sum = (holder) => all("input:checked, input[inputmode]", holder).reduce((so, one) => so + numberOf(one), 0);
  const total = (holder) => (holder.dataset.total || "").split(" ").map(Number);
  const has = (holder) => {
    const needs = holder.matches(".needs"), low = Number(holder.dataset.low), number = ticked(holder);
    if (holder.matches(".several")) {
      const said = rows(holder).length, [least, most] = total(holder);
      if (!said && !needs) return true;
      if (said < low || most === undefined || holder.querySelector(".amount") || Number.isNaN(sum(holder))) return said >= low;
      return sum(holder) >= least && sum(holder) <= most;
    }
    if (holder.dataset.low !== undefined) return (!number && !needs) || number >= low && number <= Number(holder.dataset.high);
    return !needs || all("input:checked, input[inputmode], input[type=text]", holder).some((one) => one.name && one.value);
  };
  const ends = (holder, less) => {
    if (!holder.matches(".needs") || holder.closest(".options")) return false;
    if (holder.matches(".several")) { const [least, most] = total(holder); return !less && least === most && sum(holder) === most; }
    const { low, high } = holder.dataset;
    if (low !== undefined) return low === high && ticked(holder) === high - less;
    return holder.querySelector("input[type=radio]") !== null;
  };
  // The server joins the saying that is put together: its answer stands on the button
  let joining = null;
  const join = (form) => {
    const send = form.querySelector("[data-says]");
    joining?.abort();
    if (!send) return;
    const own = joining = new AbortController();
    setTimeout(() => own.abort(), 8000);
    // an answer that is late leaves no other saying on the button than the one it sends
    const late = setTimeout(() => { send.textContent = send.dataset.says + " …" }, LATE);
    own.signal.addEventListener("abort", () => clearTimeout(late));
    const query = new URLSearchParams(new FormData(form)), counts = form.querySelector(".finds");
    if (counts) { keepCount(form); for (const one of all("input:invalid", counts)) query.delete(one.name) }
    const preview = fetch(form.action.replace(/say$/, "preview?") + query, { signal: joining.signal });
    preview.then((answer) => answer.ok ? answer.text() : "").then((said) => {
      const [saying, moves, ...found] = said.split("\n");
      const told = new Map(found.map((line) => { const [of, ...parts] = line.split("\t"); return [of, parts] }));
      for (const pot of all("[data-pot]", form)) pot.textContent = told.get(pot.dataset.pot)?.[0] ?? pot.dataset.now;
      if (!saying) return;
      clearTimeout(late);
      if (counts) tellFound(counts, told);
      const nobody = counts && !found.length;
      send.textContent = (nobody ? send.dataset.says : saying) + (send.disabled ? " …" : "");
      const amiss = all("input[inputmode]:invalid", form).find((one) => one.validity.customError)?.validationMessage;
      if ((amiss || moves) && !nobody) send.append(Object.assign(document.createElement("small"), { textContent: amiss || moves }));
    }).catch(() => {});
  };
  // Beside each sum that was counted stands what the log says, and below all of them where to look
  const tellFound = (counts, told) => {
    for (const cell of all("[data-of]", counts)) {
      const { of, at } = cell.dataset, says = told.get(of)?.[at] || "";
      if (cell.localName === "a") says ? cell.href = says : cell.removeAttribute("href");
      else cell.textContent = says;
      cell.classList.toggle("amiss", says !== "agrees");
    }
  };
  // What was counted is still there after a look at the log, while nothing new was said
  const ofCount = () => "count" + table().dataset.head;
  const keepCount = (form) => {
    const sums = all("input[inputmode]", form).map((one) => one.value);
    try { sessionStorage.setItem(ofCount(), JSON.stringify(sums)) } catch { /* it is counted again */ }
  };
  const takeUpCount = (form) => {
    try {
      const sums = JSON.parse(sessionStorage.getItem(ofCount()) || "[]");
      all("input[inputmode]", form).forEach((one, place) => { one.value = sums[place] || "" });
      if (sums.length) join(form);
    } catch { /* it is counted again */ }
  };
  const check = (form) => {
    const send = form.querySelector("[data-says]");
    if (!send) return;
    const holders = all(".field", form).filter((one) => !one.parentElement.closest(".several"));
    for (const one of all("input[inputmode]", form)) {
      one.setCustomValidity(fits(one) ? "" : one.placeholder.length > 1 ? one.placeholder : rangeOf(one));
    }
    const enough = holders.every(has) && form.checkValidity();
    send.disabled = !enough;
    for (const one of holders) {
      const last = send.dataset.confirm === undefined && ends(one, 1) && holders.every((other) => other === one || has(other));
      one.classList.toggle("says", last);
    }
    for (const holder of all(".cards", form)) places(holder);
  };
  const places = (holder) => {
    const cards = inOrder(holder);
    // one of many rows shows its card on the suit, and its ranks only while they are asked for
    if (holder.matches(".in-a-row")) for (const suit of all(".suits > input", holder)) {
      const card = cards.find((one) => one.value.endsWith(suit.value));
      if (card) suit.labels[0].dataset.rank = card.value.slice(0, -1);
      else delete suit.labels[0].dataset.rank;
    }
    const box = holder.querySelector(".in-order");
    if (!box) return;
    const of = all(".place", box);
    const sign = (card) => card.value.replace(/[SHDC]$/, (suit) => ({ S: "♠", H: "♥", D: "♦", C: "♣" })[suit] + "\ufe0e");
    if (holder.dataset.of === undefined) holder.dataset.of = of.filter((one) => one.firstChild?.nodeType === 3).length ? "1" : "";
    if (holder.dataset.of) of.forEach((one, place) => {
      one.querySelector("b").textContent = cards[place] ? sign(cards[place]) : place === cards.length ? "?" : "";
      one.classList.toggle("now", place === cards.length);
    });
    else box.replaceChildren(...cards.map((card) => Object.assign(document.createElement("span"), { className: "place" })));
    if (!holder.dataset.of) all(".place", box).forEach((one, place) => {
      one.append(Object.assign(document.createElement("b"), { textContent: sign(cards[place]) }));
    });
  };
  addEventListener("change", (event) => {
    const way = event.target.closest?.("form.ways");
    if (way) way.querySelector(".push small").textContent = event.target.labels[0].querySelector("small").textContent;
    const joins = event.target.closest?.("form:has(.gaps)");
    if (joins) inGap(joins);
  });
  // Who joins stands in the gap that is chosen; a new name is typed where none is known
  const inGap = (form) => {
    const names = form.querySelector(".names");
    const typed = names.querySelector("input[type=text]"), known = names.querySelector("input:checked");
    if (known && known.value) typed.value = "";
    else if (known && document.activeElement !== typed) typed.focus();
    const name = known?.value || typed.value;
    for (const gap of all(".gaps input", form)) gap.labels[0].textContent = gap.checked && name ? name : "+";
    for (const whom of all(".whom", form)) whom.textContent = name || "the newcomer";
  };
  // House rules: as last time, or as the book has them; an odd sum gives way to what is chosen
  addEventListener("change", (event) => {
    const input = event.target, from = input.name?.startsWith("from.") && input.value;
    if (from) for (const one of all(".option input[type=radio]", input.form)) {
      if (from === "book" ? !one.value : one.dataset.last !== undefined) one.checked = true;
    }
    const options = from ? all(".option", input.form) : input.type === "radio" ? [input.closest(".option")] : [];
    for (const odd of options.flatMap((option) => option ? all(".odd input, .exactly", option) : [])) {
      odd.checked = false;
      if (odd.type === "text") odd.value = "";
    }
  });
  addEventListener("change", (event) => {
    const input = event.target, holder = input.closest?.(".cards");
    if (holder && input.type === "checkbox") {
      const checked = inOrder(holder);
      if (checked.length > Number(holder.dataset.high)) checked[checked.length - 2].checked = false;
    }
    if (input.closest?.(".cards, .ordered") && input.checked) order.set(input, ++touched);
    // who is out is not by whom
    for (const whom of all(".ordered input", input.form || input)) if (input.type === "radio") {
      whom.disabled = whom.value === input.value;
      whom.checked &&= !whom.disabled;
    }
    const paid = input.form?.querySelector(".beside-it");
    if (paid) paid.search = "?of=" + encodeURIComponent(input.value);
    // nobody stands alone, and so does who cannot share
    const among = input.closest?.("fieldset[data-high]:not(.cards)");
    if (among && input.checked) for (const one of all("input:checked", among)) {
      const alone = among.dataset.high === "1" || one.value[0] === "|" || input.value[0] === "|";
      if (one !== input && alone) one.checked = false;
    }
    if (holder?.matches(".in-a-row")) holder.classList.toggle("told", input.type === "checkbox" && input.checked);
    if (!input.form?.matches(".slots")) return;
    check(input.form);
    // under a finger the last choice that is needed says it; by keyboard the button is pressed
    const send = input.form.querySelector("[data-says]"), of = input.closest(".several") || input.closest(".field");
    const chose = (input.type === "radio" || input.type === "checkbox") && input.checked && input.name && !input.name.startsWith("suit.");
    const byFinger = performance.now() - lifted < 500, mayBeSent = send && !send.disabled && send.dataset.confirm === undefined;
    if (mayBeSent && chose && byFinger && of && ends(of, 0)) input.form.requestSubmit(send);
    else join(input.form);
  });
  // What a sheet shows beside its fields follows from them: each change has it drawn anew, and nothing is sent before
  let redrawing = null;
  const redraw = (form) => {
    redrawing?.abort();
    const own = redrawing = new AbortController(), sheet = document.getElementById(form.dataset.redraws);
    setTimeout(() => own.abort(), 8000);
    sheet.querySelector("[data-writes]").disabled = true;
    fetch(form.action + "?" + new URLSearchParams(new FormData(form)), { signal: own.signal })
      .then((answer) => answer.ok ? answer.text() : Promise.reject(answer))
      .then((text) => window.htmx.swap({ target: sheet, text, swap: "outerMorph" })).catch(() => {});
  };
  for (const changes of ["change", "input"]) addEventListener(changes, (event) => {
    const input = event.target, form = input.form, typed = input.matches?.("input[inputmode]");
    if (!form?.dataset.redraws || changes === "change" && typed || changes === "input" && !typed) return;
    for (const other of input.closest("tr") ? all("input", input.closest("tr")) : []) {
      if (typed) other.checked = false;
      else if (other.inputMode) other.value = "";
    }
    if (!typed) form.closest(".sheet").classList.remove("by-keys");
    redraw(form);
  });
  addEventListener("focusin", (event) => {
    if (event.target.inputMode && event.target.form?.dataset.redraws) event.target.closest(".sheet").classList.add("by-keys");
  });
  // A game played lately is opened where all games are
  addEventListener("click", async (event) => {
    const wanted = event.target.closest?.("[data-opens]")?.dataset.opens;
    if (!wanted) return;
    await fetchSheet(document.getElementById("all-games"));
    for (let details = document.getElementById(wanted); details; details = details.parentElement.closest("details")) details.open = true;
  });
  // A suit on the button that opens the cards is chosen with it
  addEventListener("click", (event) => {
    event.target.closest?.(".in-a-row .suits label")?.closest(".told")?.classList.remove("told");
    const suit = event.target.closest?.("[data-suit]");
    const radio = suit?.closest("details").querySelector(".cards.needs .suit-" + suit.dataset.suit);
    if (radio) radio.checked = true;
  });
  addEventListener("input", (event) => {
    const input = event.target;
    // what may be less than nothing is said with its sign
    if (input.dataset?.sign) { asMoney(input); tellWorth(input) }
    if (input.dataset?.signed !== undefined && /^[^+-]/.test(input.value)) input.value = "+" + input.value;
    if (input.form?.matches(".slots") && input.type !== "radio" && input.type !== "checkbox") { check(input.form); join(input.form) }
  });

  // In a pad the next empty place is in hand; the last is what the others leave of a sum that is known
  const goToNext = (holder, fields, input) => {
    const after = [...fields.slice(fields.indexOf(input) + 1), ...fields], next = after.find((one) => !one.value);
    const [least, most] = total(holder), empty = fields.filter((one) => !one.value), left = most - sum(holder);
    const follows = empty.length === 1 && empty[0].dataset.counter === undefined && least === most && input.value;
    if (follows && left >= Number(empty[0].min) && left <= Number(empty[0].max)) empty[0].value = left;
    else next?.focus();
    all("input[inputmode]", holder).forEach((one) => one.parentElement.classList.toggle("now", one === next && !next.value));
  };

  // What stands in a place after a key
  const keyed = ({ value, type }, key) => {
    if (key === "back") return value.slice(0, -1);
    if (key === "C") return "";
    if (key === "-") return value.replace(/^[+-]?/, (sign) => sign === "-" ? "+" : "-");
    return type === "number" ? String(Number(value + key)) : value + key;
  };

  // The keypad, and one more or one less; what is filled in by it keeps the focus
  let focused = null;
  addEventListener("mousedown", (event) => { if (event.target.closest?.(".keypad")) event.preventDefault() });
  addEventListener("focusin", (event) => {
    if (!event.target.matches?.("input[inputmode]")) return;
    focused = event.target;
    const pad = focused.closest(".keyed");
    if (pad) all(".place", pad).forEach((place) => place.classList.toggle("now", place.contains(focused)));
  });
  addEventListener("click", (event) => {
    const unit = event.target.closest?.("[data-counters]");
    if (unit) {
      keep(unit.dataset.counters);
      for (const form of all("form:has(.units)")) readAs(form, unit.dataset.counters);
      unit.closest(".field").querySelector("input[data-sign]").dispatchEvent(new Event("input", { bubbles: true }));
    }
    const digits = event.target.closest?.("[data-digits]");
    if (digits) digits.closest(".keyed").classList.add("by-digits");
    const key = event.target.closest?.("[data-key], [data-step], [data-sets], [data-next]");
    if (!key) return;
    if (key.dataset.next !== undefined) key.closest(".keyed")?.classList.remove("by-digits");
    const holder = key.closest(".entry") || key.closest(".field");
    const fields = all("input[inputmode]", holder), input = fields.find((one) => one === focused) || fields[0];
    if (key.dataset.sets) input.value = key.dataset.sets;
    if (key.dataset.sets || key.dataset.next !== undefined) goToNext(holder, fields, input);
    else if (key.dataset.key) {
      input.value = keyed(input, key.dataset.key);
    } else {
      const counter = input.dataset.counter || 1, [least, most] = limits(input);
      const low = Math.ceil(least / counter), high = Math.floor(most / counter);
      const money = input.dataset.sign && !inCounters(input), now = numberOf(input) / counter;
      const found = money ? input.value && [String(now)] : input.value.match(/^[+-]?\d+/), step = Number(key.dataset.step);
      const begun = found ? Number(found[0]) + step : low < 0 ? step : low;
      const stepped = Math.max(low, Math.min(high, begun));
      input.value = money ? inMoney(input, stepped * counter) : stepped + (found ? input.value.slice(found[0].length) : "");
    }
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // The notebook is fetched at the first touch, or after a while: it is here when the line breaks
  let brought = false;
  const styled = (href) => new Promise((onload, fails) => {
    const onerror = () => { sheet.remove(); fails() };
    const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload, onerror });
    document.head.append(sheet);
  });
  const bring = async () => {
    if (brought || !document.querySelector(".stack")) return;
    brought = true;
    try {
      const address = document.body.dataset.stream.replace(/^\/api(.+)stream$/, "$1notebook");
      const kit = await (await fetch(address)).json(), files = ["queue.js", "notebook.js"].map((name) => import(kit.files[name]));
      const [queue, notebook] = await Promise.all(files);
      await styled(kit.files["notebook.css"]);
      notebook.begin(queue, kit, address);
    } catch { brought = false }
  };
  addEventListener("pointerdown", bring);
  addEventListener("keydown", bring);
  let waits = Boolean(root.dataset.asOf);
  try { waits ||= Object.keys(localStorage).some((name) => name.startsWith("card-ledger-line")) } catch { /* nothing is kept */ }
  setTimeout(bring, waits ? 0 : 10000);

  addEventListener("DOMContentLoaded", () => {
    painted();
    if (root.dataset.asOf) {
      heardAt = root.dataset.asOf;
      stale(true);
    }
    all("details[open][data-menu]").forEach(fetchSheet);
    all("details[open] > .sheet > form.slots:has(input:checked)").forEach(join);
    if (document.body.dataset.stream) follow();
    else setInterval(() => { if (!document.hidden) ask() }, ASKING);
    setInterval(listen, 500);
    document.addEventListener("visibilitychange", wake);
    for (const back of ["online", "pageshow"]) addEventListener(back, wake);
  });
})();

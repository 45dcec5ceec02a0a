// A thumb: touches only what is on the page and can be seen there, and counts how often. Asked for by tests/helpers/page_driver.py.
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const TOKENS = /"(?:[^"\\]|\\.)*"|[^\s:+=,]+|[:+=,]/g;
  const tokensOf = (saying) => saying.match(TOKENS) || [];
  const table = () => document.getElementById("table");
  const seen = () => Number(table()?.dataset.seen);
  const alerts = () => document.querySelector(".alert[role=alert]");

  const told = () => " at " + seen() + ", after " + performance.getEntriesByType("resource").slice(-4).map((one) => `${one.name.replace(/.*evenings/, "")} ${one.responseStatus} ${Math.round(one.startTime)}`) + " now " + Math.round(performance.now()) + " panel " + document.querySelector(".panel")?.outerHTML.slice(0, 300);
  const until = (test, what) => new Promise((done, fail) => {
    const end = performance.now() + 20000;
    const look = () => {
      const found = test();
      if (found) done(found);
      else if (performance.now() > end) fail(new Error("waited for " + what + told()));
      else setTimeout(look, 2);
    };
    look();
  });
  const ready = () => until(() => { const panel = document.querySelector(".panel"); return panel && !panel.inert && !document.documentElement.matches(".stale") && document.documentElement.dataset.painted === panel.id }, "the panel");

  // What is opened seldom is fetched as a thumb comes down on it
  const withMenu = async () => {
    await ready();
    await until(() => {
      for (const details of all("details[data-menu]")) {
        details.querySelector("summary").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
        dispatchEvent(new PointerEvent("pointerup"));
      }
      return !all("details[data-menu], .sheet > a[href*='sheet=more']").length;
    }, "the menu");
  };

  let taps = 0;
  const trail = [];
  // One tap, where the thumb would be: what lies there must be what is meant.
  const tap = (element, what = element) => {
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = element.getClientRects()[0];
    if (!box) throw new Error("not to be seen: " + element.outerHTML.slice(0, 200));
    const x = Math.max(0, box.left) + Math.min(box.width, innerWidth - box.left) / 2, y = Math.max(0, box.top) + Math.min(box.height, innerHeight - box.top) / 2;
    const there = document.elementFromPoint(x, y);
    if (!there || !(what.contains(there) || there.contains(element)))
      throw new Error("something lies over " + element.outerHTML.slice(0, 160) + ": " + there?.outerHTML.slice(0, 160));
    const how = { bubbles: true, cancelable: true, clientX: x, clientY: y, pointerType: "touch", isPrimary: true };
    element.dispatchEvent(new PointerEvent("pointerdown", how));
    element.dispatchEvent(new PointerEvent("pointerup", how));
    element.dispatchEvent(new MouseEvent("click", { ...how, detail: 1, view: window }));
    taps += 1;
    trail.push(`${Math.round(performance.now())} ${element.textContent.trim().replace(/\s+/g, " ").slice(0, 40) || element.value}`);
  };

  const closedAround = (element) => {
    const found = [];
    for (let at = element.closest("details"); at; at = at.parentElement.closest("details")) if (!at.open) found.unshift(at);
    return found;
  };
  // What lies open over it is closed first
  const closeOthers = (element) => {
    for (const details of all(".panel details[open]").reverse()) if (!details.contains(element)) tap(details.querySelector(":scope > summary"));
  };
  const open = (details, suit) => {
    const key = suit && details.querySelector(`:scope > summary [data-suit="${suit}"]`);
    tap(key || details.querySelector(":scope > summary"));
  };

  // What a form may say
  const pathOf = (name) => (name.match(/^(g\d+\.\d+\.)+/) || [""])[0];
  const controlsOf = (form) => {
    const controls = [], known = new Map();
    for (const one of all("input", form)) {
      if (!/^(g\d+\.\d+\.)*[hwtopcm]\d/.test(one.name)) continue;
      const about = { name: one.name, group: pathOf(one.name), element: one };
      if (one.type === "hidden") { controls.push({ ...about, kind: "fixed", value: one.value }); continue; }
      const field = one.closest(".field, .option");
      const either = field?.matches(".amount") && field.querySelector("input[type=radio]");
      about.required = !either && (Boolean(field?.matches(".needs")) && !about.group || one.required);
      if (one.type === "radio" || one.type === "checkbox") {
        const kind = one.type === "radio" ? "radio" : one.closest(".cards") ? "cards" : "check";
        const holder = one.closest("[data-high]");
        if (!known.has(one.name)) {
          known.set(one.name, { ...about, kind, options: [], ordered: Boolean(holder?.matches(".ordered")), low: Number(holder?.dataset.low ?? 0), high: Number(holder?.dataset.high ?? 1),
            optional: holder ? "optional" in holder.dataset : true, several: one.closest(".several") });
          controls.push(known.get(one.name));
        }
        if (!one.disabled) known.get(one.name).options.push({ value: one.value, element: one });
      } else controls.push({ ...about, kind: "entry", text: /(^|\.)t\d/.test(one.name), option: one.closest(".option") !== null });
    }
    return controls;
  };
  const same = (value, tokens) => { const those = tokensOf(value); return those.every((one, place) => one === tokens[place]) ? those.length : 0; };
  function* ways(control, tokens) {
    const option = control.name.match(/(?:^|\.)[om]\d+\.([\w-]+?)\+?$/);
    if (control.kind === "fixed") {
      const length = same(control.value, tokens);
      if (length) yield [length, []];
      if (control.group) yield [0, []];
      return;
    }
    if (option) {
      const at = tokens.findIndex((one, place) => one === option[1] && tokens[place + 1] === "=");
      if (at >= 0) {
        for (const one of control.options || []) if ((one.value || one.element.dataset.book) === tokens[at + 2]) yield [3, [one], at];
        if (control.kind === "entry") yield [3, [{ control, value: tokens[at + 2] }], at];
      }
      const book = control.options?.find((one) => !one.value);
      yield [0, book ? [book] : []];
      return;
    }
    if (control.kind === "radio") {
      for (const one of control.options) { const length = same(one.value, tokens); if (length) yield [length, one.element.checked ? [] : [one]]; }
      if (!control.required) yield [0, []];
    } else if (control.kind === "cards" || control.kind === "check") {
      const steps = [], used = new Set();
      let place = 0;
      while (steps.length < control.high) {
        const one = control.options.find((each) => !used.has(each.value) && same(each.value, tokens.slice(place)));
        if (!one || control.kind === "check" && !control.ordered && steps.length && control.options.indexOf(one) < control.options.indexOf(steps[steps.length - 1])) break;
        used.add(one.value);
        steps.push(one);
        place += tokensOf(one.value).length;
      }
      for (let count = steps.length; count >= Math.max(control.low, 1); count--) yield [steps.slice(0, count).reduce((sum, one) => sum + tokensOf(one.value).length, 0), steps.slice(0, count)];
      if (control.optional || control.several) yield [0, []];
    } else {
      const { type, min, max } = control.element, number = Number(tokens[0]);
      const fits = tokens[0] && !(type === "number" && (number < Number(min) || max !== "" && number > Number(max))) && (control.text ? /^["\p{L}]/u.test(tokens[0]) : /^[-+]?[\d¼½¾£]/.test(tokens[0]));
      if (fits) yield [1, [{ control, value: tokens[0].startsWith('"') ? JSON.parse(tokens[0]) : tokens[0] }]];
      if (!control.required) yield [0, []];
    }
  }
  const plan = (controls, tokens, place = 0, budget = { left: 20000 }, unsaid = "") => {
    if (budget.left-- < 0) return null;
    if (place === controls.length) return tokens.length ? null : [];
    const control = controls[place];
    for (const [taken, steps, at = 0] of ways(control, tokens)) {
      // of who is not named no number is said
      if (taken && control.group && control.group === unsaid) continue;
      const left = control.kind === "fixed" && control.group && !taken ? control.group : unsaid;
      const more = plan(controls, [...tokens.slice(0, at), ...tokens.slice(at + taken)], place + 1, budget, left);
      if (more) return [...steps, ...more];
    }
    return null;
  };

  // A list of names, each with what is said of it, is the same in whatever order
  const names = () => seats().map((one) => one.name);
  const parted = (tokens) => {
    const starts = tokens.map((one, place) => place > 0 && names().includes(one.replace(/^"|"$/g, "")) ? place : -1).filter((place) => place > 0);
    return [tokens.slice(0, starts[0] ?? tokens.length), ...starts.map((at, place) => tokens.slice(at, starts[place + 1]))];
  };
  const canonical = (saying) => { const [first, ...lists] = parted(tokensOf(saying)); return lists.length > 1 ? [...first, ...lists.map((one) => one.join(" ")).sort()].join(" ") : saying; };
  // Who is marked with a thing is chosen beside the numbers, and who wins is who takes it all or shares it
  const unmarked = (form, tokens) => {
    const marks = all("input[type=radio][name^='x']", form), steps = [], rest = [];
    for (let place = 0; place < tokens.length; place++) {
      const plus = tokens[place] === "+" && marks.find((one) => one.value.endsWith("|+ " + tokens[place + 1]) && one.labels[0].textContent === tokens[place - 2]);
      if (plus) { steps.push({ value: plus.value, element: plus }); place += 1 } else rest.push(tokens[place]);
    }
    return [marks.length ? rest : tokens, steps];
  };
  const winners = (form, tokens) => {
    if (!form.querySelector("input[name='p0']")) return tokens;
    if (tokens[0] === "split") return tokens.slice(1);
    return tokens[1] === "wins" ? [tokens[0], ...tokens.slice(2)] : ["\u0000"];
  };
  const planned = (form, said) => {
    const [tokens, marks] = unmarked(form, winners(form, said)), steps = plannedFields(form, tokens);
    return steps && [...steps, ...marks];
  };
  const plannedFields = (form, tokens) => {
    const controls = controlsOf(form), found = plan(controls, tokens);
    if (found) return found;
    const [first, ...lists] = parted(tokens);
    if (lists.length < 2) return null;
    const order = controls.filter((one) => one.kind === "fixed").map((one) => one.value);
    lists.sort((a, b) => order.indexOf(a[0]) - order.indexOf(b[0]));
    return plan(controls, [...first, ...lists.flat()]);
  };

  // What it would cost, and doing it
  const buttonOf = (saying, root) => all("button[name=saying]", root).filter((one) => one.value === saying || canonical(one.value) === canonical(saying)).sort((a, b) => closedAround(a).length - closedAround(b).length)[0];
  // Of ways to end one is chosen, and the button below says it
  const wayOf = (saying, root) => {
    const all_ways = all("form.ways input[type=radio]", root), way = all_ways.find((one) => one.value === saying) || all_ways.find((one) => saying === "end" && one.value.startsWith("end "));
    return way && { taps: closedAround(way).length + (way.checked ? 1 : 2), form: way.form, steps: way.checked ? [] : [{ value: way.value, element: way }], send: way.form.querySelector(".push") };
  };
  // A list whose numbers have to come to a total is sent only when they do
  const adds = (steps) => {
    const sums = new Map();
    for (const one of steps) {
      const holder = (one.element || one.control.element).closest(".several[data-total]");
      if (holder && !holder.querySelector(".amount")) sums.set(holder, (sums.get(holder) || 0) + (Number(one.value) || 0));
    }
    return [...sums].every(([holder, sum]) => { const [least, most] = holder.dataset.total.split(" ").map(Number); return sum >= least && sum <= most; });
  };
  const cost = (saying, root) => {
    const button = buttonOf(saying, root);
    let best = button ? { taps: closedAround(button).length + 1, button } : wayOf(saying, root) || null;
    const tokens = tokensOf(saying);
    for (const form of all("form.slots", root)) {
      const steps = planned(form, tokens);
      if (!steps || !adds(steps)) continue;
      const keys = steps.reduce((sum, one) => sum + (one.control?.element.closest(".keyed") ? 1 : one.element?.closest(".option") && one.element.checked ? 0 : one.control && !one.control.text ? one.value.length + (one.control.element.closest(".several") ? 1 : 0) : 1), 0);
      const taps = closedAround(form).length + keys + 1;
      if (!best || taps < best.taps) best = { taps, form, steps };
    }
    return best;
  };
  const suitOf = (card) => card === "JOKER" ? "J" : card.slice(-1);
  const choose = (one) => {
    const label = one.element.labels[0];
    if (one.element.closest(".option") && one.element.checked) return;
    for (const details of closedAround(one.element)) open(details, null);
    const cards = one.element.closest(".cards");
    if (cards && !label.getClientRects().length) {
      const suit = cards.querySelector(".suit-" + suitOf(one.value));
      const again = cards.closest(".several .several")?.parentElement.querySelector(":scope > .again");
      if (again && !again.control.checked) tap(again);
      tap(suit.labels[0]);
    }
    tap(label);
  };
  let typed = 0;
  const enter = ({ control, value }) => {
    for (const details of closedAround(control.element)) open(details, null);
    const fresh = control.element.closest(".names")?.querySelector(".new");
    if (fresh && !fresh.checked) tap(fresh.labels[0]);
    const exactly = control.element.closest(".behind")?.querySelector(".exactly");
    if (exactly && !exactly.control.checked) tap(exactly);
    const other = control.element.closest(".option")?.querySelector("input.exactly");
    if (other && !other.checked) tap(other.labels[0]);
    const place = control.element.closest(".keyed .place"), keyed = place?.closest(".keyed"), digits = keyed?.querySelector("[data-digits]");
    const key = keyed?.matches(".by-digits") ? null : keyed?.querySelector(`[data-sets="${value}"]`);
    if (place && control.element.value === value) return;
    if (place && !place.matches(".now")) tap(control.element);
    if (place) control.element.focus();
    if (key) { tap(key); return }
    if (digits && !keyed.matches(".by-digits")) tap(digits);
    const pad = keyed?.querySelector(".keypad.digits") || control.element.closest(".field, .several")?.querySelector(".keypad") || control.element.closest(".several")?.querySelector(".keypad");
    if (control.text || !pad) { control.element.value = value; control.element.dispatchEvent(new Event("input", { bubbles: true })); typed += 1; taps += 1; return; }
    if (!place && control.element.closest(".several")) { tap(control.element); control.element.focus(); }
    for (const sign of value.replace(/^(-?)(.*)$/, "$2$1").replace(/^[+]/, "")) {
      const key = pad.querySelector(`[data-key="${sign}"]`);
      if (!key) throw new Error("no key for " + sign + " of " + control.element.outerHTML + pad.outerHTML.slice(0, 300));
      tap(key);
    }
  };
  const doIt = async (found, saying, before) => {
    const answered = () => seen() > before || alerts() || document.querySelector(".panel")?.inert;
    closeOthers(found.button || found.form);
    if (found.button) {
      for (const details of closedAround(found.button)) open(details);
      tap(found.button);
    } else {
      const first = found.steps.find((one) => one.element?.closest(".cards.needs"));
      const shut = closedAround(found.form);
      for (const details of shut) open(details, first && !first.element.closest(".flat") ? suitOf(first.value) : null);
      // several rules of the last time that are not said now are set back by one tap
      const back = found.form.querySelector("input[name^='from.'][value=book]");
      if (back && found.steps.filter((one) => one.element?.dataset.book !== undefined && !one.element.checked).length > 1) tap(back.labels[0]);
      // what may be left out is chosen first: the last needed choice says it
      const last = found.steps.filter((one) => one.element?.closest(".needs"));
      for (const one of [...found.steps.filter((step) => !last.includes(step)), ...last]) one.control ? enter(one) : choose(one);
      if (!answered()) { if (typed) found.form.requestSubmit(found.form.querySelector("[data-says]")), taps += 0; else tap(found.send || found.form.querySelector("[data-says]")); }
    }
    await until(() => seen() > before || alerts(), saying);
  };
  const fetched = async (address) => new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  const seats = () => all(".seat a").map((link) => ({ link, name: link.dataset.name }));

  // One question at a time: the place that leads furthest towards the saying, until it can be written
  const leading = (tokens) => all(".steps [data-says]:not(.on)").map((place) => ({ place, says: tokensOf(place.dataset.says) }))
    .filter(({ says }) => says.every((one, at) => one === tokens[at])).sort((a, b) => b.says.length - a.says.length)[0]?.place;
  const step = async (saying) => {
    for (let place = leading(tokensOf(saying)); place; place = leading(tokensOf(saying))) {
      const asked = document.querySelector(".panel").id;
      closeOthers(place);
      for (const details of closedAround(place)) open(details);
      tap(place);
      await until(() => document.querySelector(".panel").id !== asked, "the next question of " + saying);
      await ready();
      const found = cost(saying, document.querySelector(".panel"));
      if (found) return found;
    }
    return null;
  };

  const say = async (saying) => {
    await ready();
    taps = 0; typed = 0;
    const before = seen();
    let found = cost(saying, document.body), seat = null;
    if (!found || found.taps > 2) {
      await withMenu();
      found = cost(saying, document.body);
      const words = tokensOf(saying).map((one) => one.startsWith('"') ? JSON.parse(one) : one);
      for (const one of seats()) {
        if (!words.includes(one.name)) continue;
        const there = cost(saying, (await fetched(one.link.href)).body);
        if (there && (!found || there.taps + 1 < found.taps)) { found = there; seat = one; }
      }
      await ready();
    }
    if (seat) {
      const asked = document.querySelector(".panel").id;
      tap(seat.link);
      await until(() => document.querySelector(".panel").id !== asked, "the seat of " + seat.name);
      await withMenu();
      found = cost(saying, document.body);
    }
    found ||= await step(saying);
    if (!found) await withMenu();
    const line = !found;
    if (found) await doIt(found, saying, before);
    else {
      const input = document.getElementById("typed");
      for (const details of closedAround(input)) open(details);
      input.value = saying;
      tap(input.form.querySelector("button"));
      await until(() => seen() > before || alerts(), saying);
    }
    return { taps, typed: line, text: typed > 0, alert: alerts()?.innerText || "", seen: seen() };
  };

  window.thumb = { say, cost, tap, taps: () => taps, seen };
  window.thumbParts = { withMenu, all, closeOthers, ready, until, controlsOf, closedAround, open, choose, enter, alerts, seats, tokensOf, table, tap };
})();

// A thumb that taps anything at all that is offered. `chance` is a seed; what it has said is given, and what was refused.
(() => {
  const { withMenu, all, closeOthers, ready, until, controlsOf, closedAround, open, choose, enter, alerts, seats, table, tap } = window.thumbParts;
  const seen = window.thumb.seen;
  let state = 1;
  const number = (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9 | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
  const one = (list) => list[number(list.length)];
  const some = (list, least, most) => {
    const left = [...list], found = [];
    for (let count = least + number(Math.min(most, left.length) - least + 1); count > 0; count--) found.push(...left.splice(number(left.length), 1));
    return found;
  };
  const ENDS = /^(end|All draw|close|undo|void|reopen|misdeal)|\b(leaves|joins|pays|cashes|buys)\b/;
  // The least and the most of a place in counters, and so many of them as they are keyed in
  const limits = ({ min, max, dataset: { counter = 1 } }) => [Math.ceil(min / counter), max === "" ? Infinity : Math.floor(max / counter)];
  const keyedIn = ({ dataset: { sign, counter, places } }, count) => sign ? (count * counter / 10 ** places).toFixed(places) : String(count);
  const amount = (input) => {
    const [low, most] = limits(input), high = Math.min(most, low + (most === Infinity ? 12 : 40));
    return keyedIn(input, low + number(Math.max(high - low, 0) + 1));
  };

  // Fill a form as it wants to be filled; what may be left out is left out every other time
  const fill = (form) => {
    const shut = closedAround(form);
    const groups = new Map();
    const controls = controlsOf(form).filter((control) => control.kind !== "fixed" && !/(^|\.)o\d/.test(control.name));
    for (const details of shut) open(details, null);
    const several = all(".several", form).filter((holder) => !holder.parentElement.closest(".several"));
    for (const holder of several) {
      const rows = all(".rows > div", holder), low = Number(holder.dataset.low || 1);
      if (!holder.matches(".needs") && number(2)) continue;
      const wanted = some(rows, Math.min(low, rows.length), Math.min(rows.length, Math.max(low, 3)));
      const counter = holder.querySelector("[data-counter]")?.dataset.counter || 1;
      const most = (holder.dataset.total || "").split(" ").map((total) => total / counter)[1];
      let left = most;
      wanted.forEach((row, place) => {
        for (const control of controls.filter((each) => row.contains(each.element))) {
          const values = control.options?.map((each) => Number(each.value)).filter((each) => !Number.isNaN(each)) || [];
          if (most && values.length) {
            const last = place === wanted.length - 1, value = last ? left : number(left + 1), found = control.options.find((each) => Number(each.value) === value);
            if (found) { choose(found); left -= value; }
          } else if (most !== undefined && control.kind === "entry") {
            const [low, high] = limits(control.element), wish = place === wanted.length - 1 ? left : low < 0 ? number(7) - 3 : number(left + 1);
            const value = Math.max(low, Math.min(wish, high));
            left -= value;
            enter({ control, value: keyedIn(control.element, value) });
          } else fillOne(control, true);
        }
      });
    }
    const marks = all("input[type=radio][name^='x']", form);
    if (marks.length) choose({ value: "", element: one(marks) });
    // what may be left out first: the last needed choice says it
    const rest = controls.filter((control) => !several.some((holder) => holder.contains(control.element)));
    const needed = (control) => control.element.closest(".needs") !== null;
    for (const control of rest.filter((each) => !needed(each))) {
      const key = control.group || control.name;
      if (!groups.has(key)) groups.set(key, number(2) === 0);
      if (groups.get(key)) fillOne(control, false);
    }
    const amounts = new Set();
    for (const control of rest.filter(needed)) {
      const field = control.element.closest(".field");
      if (field.matches(".amount")) {
        if (amounts.has(field)) continue;
        amounts.add(field);
        const those = rest.filter((each) => field.contains(each.element));
        fillOne(one(those), true);
      } else fillOne(control, true);
    }
  };
  const fillOne = (control, must) => {
    if (control.kind === "radio") {
      const free = control.options.filter((each) => !each.element.disabled);
      if (free.length) choose(one(free));
    } else if (control.kind === "cards" || control.kind === "check") {
      const taken = new Set(all("input[type=checkbox]:checked", control.element.form).map((each) => each.value));
      const free = control.options.filter((each) => !taken.has(each.value));
      if (free.length < control.low) return;
      for (const each of some(free, Math.max(control.low, 1), Math.max(control.low, Math.min(control.high, control.low + 3)))) choose(each);
    } else if (control.text) enter({ control, value: one(["late", "as agreed"]) });
    else enter({ control, value: amount(control.element) });
  };

  // Acts that say nothing by themselves: what is open is closed by Back or Escape, and nothing is written by it
  const moment = (time) => new Promise((done) => { setTimeout(done, time) });
  const isSeen = (each) => each.checkVisibility() && each.getClientRects()[0]?.width > 0;
  const isFree = (each) => {
    each.scrollIntoView({ block: "center" });
    const box = each.getClientRects()[0], there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return Boolean(there) && (each.contains(there) || there.contains(each));
  };
  const freeSeats = () => seats().map((seat) => seat.link).filter(isFree);
  const opened = () => all(".panel details[open]:not(.below)");
  const chosen = () => table().dataset.chosen || "";
  const back = () => {
    if (number(2)) history.back();
    else dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  };
  // What was done wrote nothing, though it takes a moment until it would be seen
  const wroteNothing = async (before, what) => {
    await moment(40);
    await ready();
    return { said: "", wrote: seen() !== before ? what : "" };
  };
  const another = async (link) => {
    const panel = document.querySelector(".panel");
    tap(link);
    await until(() => document.querySelector(".panel") !== panel, "the seat or the step of " + link.innerText);
    await ready();
  };
  const openAndLeave = async () => {
    const sheets = all(".panel summary.ask, #more > summary").filter((each) => isSeen(each) && !each.closest("details").open && each.closest("details").parentElement.closest("details") === null).filter(isFree);
    if (!sheets.length) return { said: "" };
    const before = seen(), sheet = one(sheets), address = location.pathname, words = sheet.innerText;
    isFree(sheet);
    tap(sheet);
    await until(() => sheet.closest("details").open && history.state?.depth, "a sheet");
    const inside = sheet.closest("details").querySelector(":scope > .sheet");
    const outlined = all("summary.ask, .off, [aria-disabled=true], .step, [data-key], h3", inside).filter(isSeen);
    const what = number(4);
    if (what === 0) for (const each of some(outlined, Math.min(1, outlined.length), 3)) { if (isSeen(each) && isFree(each)) tap(each); await moment(10) }
    else if (what === 1) for (const each of some(all(".top h1, .top .live, .top div.tile, .asks h2").filter(isSeen).filter(isFree), 1, 1)) tap(each);
    else if (what === 2 && freeSeats().length) {
      await another(one(freeSeats()));
      return wroteNothing(before, "by a seat while this was open: " + words);
    }
    await moment(60);
    for (let left = opened().length; left; left = opened().length) {
      back();
      await until(() => opened().length < left, "what was open to close");
      await moment(60);
    }
    if (location.pathname !== address) throw new Error("the table was left");
    return wroteNothing(before, "by opening and leaving " + words);
  };
  const leaveSeat = async () => {
    const before = seen();
    back();
    await until(() => !chosen(), "the table without a chosen seat");
    return wroteNothing(before, "by going back from a seat");
  };
  // What is dashed says nothing, and neither does a name, a pool or the question
  const tapInVain = async () => {
    const places = all(".panel .off, .panel [aria-disabled=true], .stack .off, .asks h2, .top h1, .top .live, .top div.tile").filter(isSeen).filter(isFree);
    const before = seen(), place = one(places);
    isFree(place);
    tap(place);
    return wroteNothing(before, "by " + place.innerText);
  };
  const takeBack = async () => {
    const button = document.querySelector("button.undo[name=saying]") && one(all("button.undo[name=saying], button.redo[name=saying]"));
    if (!button) return { said: "" };
    return number(3) === 0 ? doubleTap(button) : answerTo(button.value, () => tap(button));
  };
  // What one saying was meant by has written one, or was refused
  const answerTo = async (said, act, before = seen()) => {
    await act();
    await until(() => seen() > before || alerts(), said);
    await ready();
    const alert = alerts(), grown = seen() - before;
    const wrote = grown === (alert ? 0 : 1) ? "" : `${said}: ${grown} sayings${alert ? ", and refused" : ""}; drawn at ${Math.round(swapped)} after ${trail.slice(-9).join(", ")}`;
    return { said, alert: alert?.innerText || "", code: alert?.dataset.code || "", wrote };
  };
  // The page as it is after a saying; a stream may draw the same once more
  let swapped = 0, drawn = 0;
  addEventListener("htmx:after:swap", () => {
    if (seen() !== drawn) swapped = performance.now();
    drawn = seen();
  });
  // Twice or more at the same place, but no later than one too many would come: while the answer is awaited, and on the question that comes after it
  const doubleTap = (button) => answerTo(button.value || button.textContent, async () => {
    const before = seen();
    closeOthers(button);
    button.scrollIntoView({ block: "nearest" });
    const box = button.getBoundingClientRect();
    const touch = () => document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, view: window }));
    window.guarded = true;
    tap(button);
    if (number(2)) touch();
    await until(() => seen() > before || alerts(), "the answer to what was tapped twice");
    const again = () => { if (performance.now() - swapped < 220) touch() };
    again();
    await moment(number(150));
    again();
    await moment(100);
    window.guarded = false;
  });

  const tapSomething = async (everything) => {
    await ready();
    const chance = everything ? 99 : number(30);
    if (chance < 3) return openAndLeave();
    if (chance === 3) return takeBack();
    if (chance === 4) return tapInVain();
    if (chance === 5 && chosen() && history.state?.depth) return leaveSeat();
    const before = seen();
    if (!everything && number(8) === 0 && seats().length) {
      await another(one(seats()).link);
      return wroteNothing(before, "by a seat");
    }
    // One question at a time: a place leads to the next, and writes nothing
    const places = all(".steps [data-steps], .parts [data-steps]").filter(isSeen).filter(isFree);
    const whole = all(".panel > :not(#more) button[name=saying], .panel > :not(#more) form.slots").length;
    if (places.length && (number(3) || !whole)) {
      await another(one(places));
      return wroteNothing(before, "by a step");
    }
    const within = number(12) === 0 ? ".panel" : ".panel > :not(#more)";
    if (within === ".panel") await withMenu();
    const buttons = all("button[name=saying]", document.querySelector("main")).filter((each) => each.closest(within) && !ENDS.test(each.value));
    const forms = all("form.slots", document.querySelector("main")).filter((each) => each.closest(within) && !each.querySelector(".options") && !ENDS.test(each.querySelector("[data-says]").dataset.says));
    const usual = buttons.filter((each) => each.closest(".answers"));
    if (!buttons.length && !forms.length) return { said: "", nothing: true };
    const pick = usual.length && number(3) === 0 ? one(usual) : one([...buttons, ...forms, ...forms]);
    let told;
    if (pick.localName === "button" && !closedAround(pick).length && number(8) === 0) told = await doubleTap(pick);
    else if (pick.localName === "button") {
      closeOthers(pick);
      await moment(20);
      told = await answerTo(pick.value, () => {
        for (const details of closedAround(pick)) open(details, null);
        tap(pick);
      });
    } else {
      closeOthers(pick);
      await moment(20);
      fill(pick);
      const send = pick.querySelector("[data-says]"), said = send.textContent;
      const sent = seen() !== before || document.querySelector(".panel").inert || !pick.isConnected;
      if (!sent && send.disabled) {
        for (let at = pick.closest("details"); at; at = at.parentElement.closest("details")) at.open = false;
        return { ...await wroteNothing(before, "by filling in " + said), unfinished: said };
      }
      if (sent) told = await answerTo(said, () => {}, before);
      else told = number(6) === 0 ? await doubleTap(send) : await answerTo(said, () => tap(send));
    }
    const left = opened().map((each) => each.id);
    if (left.length && !told.alert) throw new Error(`after ${told.said} these are open: ${left}`);
    return told;
  };
  // Tap so often; what was refused, and what could not be finished, are given with what was tried
  window.randomly = async (seed, times) => {
    state = seed;
    const refused = [], unfinished = [], wrote = [];
    let said = 0, idle = 0, meant = 0;
    for (let time = 0; time < times; time++) {
      const told = await tapSomething(idle > 2);
      if (told.said) said += 1;
      if (told.said && !told.alert) meant += 1;
      idle = told.said ? 0 : idle + 1;
      if (told.alert) refused.push(told);
      if (told.wrote) wrote.push(told.wrote);
      if (told.unfinished) unfinished.push(told.unfinished);
      if (told.nothing && idle > 5) break;
      if (/^(game |deal)/.test(told.said) === false && idle > 20) break;
    }
    // a dead end: nothing can be said but what stands under More
    await ready();
    const ways = all("button[name=saying], summary.ask, form.slots, a.usual, a[data-back], [data-steps]", document.querySelector(".panel")).filter((way) => !way.closest("#more"));
    return { said, meant, refused, unfinished, wrote, stuck: ways.length === 0, seed: state };
  };
})();

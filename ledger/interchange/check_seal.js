"use strict";
// Check the log in this page against a seal: the printed one, and any that was kept. examples/trust.md says how.
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const KEYS = "number,said_at,said_by,version,body,pinned,digest";
const PRIMES = [...Array(312).keys()].filter((n) => n > 1 && ![...Array(n).keys()].some((d) => d > 1 && n % d === 0));
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));
const BEGIN = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turned = (word, by) => (word >>> by) | (word << (32 - by));

function sha256(bytes) {
    const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6), state = [...BEGIN], words = new Uint32Array(64);
    padded.set(bytes);
    padded[bytes.length] = 128;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(padded.length - 4, bytes.length << 3);
    for (let block = 0; block < padded.length; block += 64) {
        for (let at = 0; at < 64; at++) {
            const far = words[at - 15], near = words[at - 2];
            words[at] = at < 16 ? view.getUint32(block + 4 * at)
                : words[at - 16] + (turned(far, 7) ^ turned(far, 18) ^ (far >>> 3))
                    + words[at - 7] + (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10));
        }
        let [a, b, c, d, e, f, g, h] = state;
        for (let at = 0; at < 64; at++) {
            const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[at] + words[at];
            const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
        }
        [a, b, c, d, e, f, g, h].forEach((word, at) => { state[at] = (state[at] + word) | 0; });
    }
    const digest = new DataView(new ArrayBuffer(32));
    state.forEach((word, at) => digest.setInt32(4 * at, word));
    return new Uint8Array(digest.buffer);
}

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function formOf(line) {
    const said = { number: line.number, event: line.body };
    for (const [key, silent] of [["said_at", '""'], ["said_by", '""'], ["version", "1"], ["pinned", "{}"]])
        if (JSON.stringify(line[key]) !== silent) said[key] = line[key];
    return new TextEncoder().encode(JSON.stringify({ form: 1, recorded: said }));
}

function letterHolds(number, letters) {
    const worth = [...number].map(Number).concat([...letters].map((letter) => LETTERS.indexOf(letter))).reverse();
    const sum = worth.reduce((all, one, at) => all + (at % 2 ? 2 * one - (one > 15 ? 31 : 0) : one), 0);
    return !worth.includes(-1) && sum % 32 === 0;
}

function base32(bytes) {
    const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
    return bits.match(/.{1,5}/g).map((five) => LETTERS[parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** Return what a log and a seal say of each other. */
function checked(log, seal) {
    const read = seal.replace(/\s+/g, " ").match(/Card Ledger seal of .*?(\d+) events ([A-Za-z2-7 ]+)/);
    if (!read) return "This is no seal: it has three lines, as below.";
    const number = read[1], letters = read[2].replace(/ /g, "").toUpperCase();
    if (letters.length !== 53 || !letterHolds(number, letters)) return "A letter of this seal is wrong: copied with a slip?";
    const lines = log.split("\n").filter((line) => line);
    if (lines.length < Number(number)) return `${number} events were sealed, and only ${lines.length} are here.`;
    let digest = new Uint8Array(32);
    for (const [at, text] of lines.entries()) {
        let line = {};
        try { line = JSON.parse(text); } catch { /* a line that cannot be read is none as it was exported */ }
        const form = formOf(line), bound = new Uint8Array(32 + form.length);
        bound.set(digest);
        bound.set(form, 32);
        digest = sha256(bound);
        const exported = Object.keys(line).join() === KEYS && JSON.stringify(line) === text;
        if (hex(digest) !== line.digest || !exported)
            return `Event ${at + 1} is not what was recorded, or one before it: ${text.slice(0, 200)}`;
        if (at + 1 === Number(number) && base32(digest) !== letters.slice(0, 52))
            return "These are not the events that were sealed.";
    }
    const since = lines.length - Number(number);
    return `The ${number} events are those that were sealed${since ? `; ${since} came since` : ""}.`;
}

const part = (id) => document.getElementById(id);
const show = (id, seal) => {
    const words = checked(part("log").textContent, seal);
    part(id).textContent = words;
    part(id).classList.toggle("wrong", !words.startsWith("The "));
};
show("checked", part("seal").textContent);
part("kept").addEventListener("input", (event) => show("compared", event.target.value));

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cleanJson,
  cleanLines,
  cleanText,
  foreignName,
  foreignText,
  isVisible,
  unseenIn,
} from "./foreign-text.ts";

const binary = fc.string({ unit: "binary", maxLength: 100 });
/** Joiners, selectors and the characters that they belong to, in every order. */
const tricky = fc
  .array(
    fc.constantFrom(
      "\u200d",
      "\u200c",
      "\ufe0f",
      "\ufe01",
      "\u{e0101}",
      "\u202e",
      "\u20e3",
      "❤",
      "👩",
      "🏽",
      "ک",
      "क",
      "्",
      "葛",
      "1",
      "a",
    ),
  )
  .map((parts) => parts.join(""));

test("R12 whatever another machine sends, what is left is short, whole and free of control characters", () => {
  fc.assert(
    fc.property(fc.oneof(binary, tricky), fc.nat(80), (text, limit) => {
      const clean = foreignText(text, limit);
      expect(clean.length).toBeLessThanOrEqual(limit);
      expect(clean).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(clean.replaceAll(/[\u200c\u200d]/g, "")).not.toMatch(/\p{Cf}/u);
    }),
  );
});

test("R12 cleaning again changes nothing, and only what is clean has nothing unseen in it", () => {
  fc.assert(
    fc.property(fc.oneof(binary, tricky), (text) => {
      const clean = cleanText(text);
      expect(cleanText(clean)).toBe(clean);
      expect(unseenIn(clean)).toBeUndefined();
      expect(unseenIn(text) === undefined).toBe(clean === text);
    }),
  );
});

test("ordinary text stays as it is, and an emoji is not cut in half", () => {
  expect(foreignText("Größe: 7.2-rc1 (größer)", 64)).toBe("Größe: 7.2-rc1 (größer)");
  expect(foreignText("ab😀", 4)).toBe("ab😀");
  expect(foreignText("ab😀", 3)).toBe("ab");
});

test.each([
  ["letters from right to left", "צוות רדיס فريق"],
  ["Persian, whose joiner is spelling", "می\u200cخواهم"],
  ["Hindi, likewise", "क्\u200dष"],
  ["an accent of its own", "Cafe\u0301"],
  ["a family", "👩‍👩‍👧 Team"],
  ["a heart in red, and a flag", "❤\ufe0f 🏳\ufe0f\u200d🌈"],
  ["a colour of skin before a joiner", "👩🏽\u200d💻"],
  ["a heart as text, and a keycap", "❤\ufe0e 1\ufe0f\u20e3"],
  ["a Japanese name in one of its forms", "葛\u{e0100}城"],
])("what belongs there stays: %s", (_, text) => {
  expect(cleanText(text)).toBe(text);
  expect(unseenIn(text)).toBeUndefined();
});

test.each([
  ["turned around", "Team\u202eevil", "Teamevil", "U+202E"],
  ["an isolate", "a\u2066b\u2069", "ab", "U+2066"],
  ["a second line", "Team\nYour account is locked", "Team Your account is locked", "U+000A"],
  ["an escape sequence", "\u001b[31mred", "[31mred", "U+001B"],
  ["nothing at all", "a\u0000b", "ab", "U+0000"],
  ["no width", "Ac\u200bme", "Acme", "U+200B"],
  ["a joiner between Latin letters", "Ac\u200dme", "Acme", "U+200D"],
  ["a soft hyphen", "Ac\u00adme", "Acme", "U+00AD"],
  ["a filler of Hangul", "Ac\u3164me", "Acme", "U+3164"],
  ["a message in tags", "Acme\u{e0041}\u{e0042}", "Acme", "U+E0041"],
  ["a message in selectors", "A\ufe01\ufe02\ufe03", "A", "U+FE01"],
  ["a byte after each letter", "A\u{e0139}c\u{e0155}m\ufe03e\u{e015e}", "Acme", "U+E0139"],
  ["a bit after each letter", "A\ufe0fc\ufe0em\ufe0e1\ufe0f", "Acm1", "U+FE0F"],
  ["a byte after an emoji", "❤\u{e0139}\ufe0f", "❤", "U+E0139"],
  ["the selector of an emoji after a Japanese letter", "葛\ufe0f", "葛", "U+FE0F"],
  ["a second selector", "葛\u{e0100}\u{e0101}城", "葛\u{e0100}城", "U+E0101"],
  ["half a character", "a\ud800b", "ab", "U+D800"],
])("what nobody sees goes, and is named: %s", (_, text, clean, name) => {
  expect(cleanText(text)).toBe(clean);
  expect(unseenIn(text)).toBe(name);
});

test("lines stay lines where there may be several", () => {
  expect(cleanLines("one\r\ntwo\u202e\n\tthree")).toBe("one\ntwo\n three");
});

test("in JSON every text is cleaned, and what is clean is not written again", () => {
  const value = { id: "a", name: "Te\u202eam", list: ["x\u001by", "back\\slash"], count: 1, none: null };
  const clean = { ...value, name: "Team", list: ["xy", "back\\slash"] };
  expect(cleanJson(JSON.stringify(value))).toBe(JSON.stringify(clean));
  expect(cleanJson('{ "spaced" : "text" }')).toBe('{ "spaced" : "text" }');
});

describe("a name has something to see", () => {
  test.each([
    "",
    " ",
    "\u00a0\u3000",
    "\u200b",
    "\u3164",
    "\u115f",
    "\u2800\u2800",
    "\u00ad",
    "\u0301",
    "\ufe0f",
  ])("%j has not", (text) => {
    expect(isVisible(text)).toBe(false);
    expect(foreignName(text, 20)).toBe("");
  });
  test.each(["a", "7", "-", "ش", "😀", "é", "\u2800x"])("%j has", (text) => {
    expect(isVisible(text)).toBe(true);
    expect(foreignName(`\u202e${text} `, 20)).toBe(text);
  });
});

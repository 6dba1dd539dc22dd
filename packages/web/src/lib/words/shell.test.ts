import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanText } from "@shardwatch/core/kit/foreign-text";
import { hostileTexts } from "../../../../../tests/support/hostile-texts.ts";
import { commandOf, shellWord } from "./shell.ts";

/** The words that a shell makes of a line. */
const wordsOf = (line: string): string[] =>
  execFileSync("sh", ["-c", `for word in ${line}; do printf '%s\\0' "$word"; done`], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1);

test("AMD18 R24 a text of a customer is one word of a shell, whatever it holds", () => {
  const texts = [...hostileTexts, "it's", "$(reboot)", "`id`", "a\nb", "-rf", "!!", "\\", "", " ", "*", "~"];
  const line = texts.map(shellWord).join(" ");
  expect(wordsOf(line)).toEqual(texts.map(cleanText));
});

test("R24 the same holds for any text", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 20 }), (texts) => {
      expect(wordsOf(texts.map(shellWord).join(" "))).toEqual(texts.map(cleanText));
    }),
    { numRuns: 20 },
  );
});

test("an id and a word of ours need no quotes", () => {
  expect(commandOf("show", "dep_7m1w2k9c4x8q5r3t6v0y")).toBe("shardwatch show dep_7m1w2k9c4x8q5r3t6v0y");
  expect(commandOf("incidents", "--past")).toBe("shardwatch incidents --past");
  expect(shellWord("=ls")).toBe("'=ls'");
  expect(commandOf("list", "util>90 tls:no")).toBe("shardwatch list 'util>90 tls:no'");
});

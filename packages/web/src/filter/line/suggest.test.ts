import { factsOf } from "@shardwatch/core/contract/filter/facts";
import { fieldNames } from "@shardwatch/core/contract/filter/fields";
import { nearest } from "@shardwatch/core/contract/filter/nearest";
import { parseText } from "@shardwatch/core/contract/filter/parse";
import fc from "fast-check";
import { expect, test } from "vitest";
import { item, now } from "../../../../../tests/support/filters.ts";
import { choicesOf, type Known } from "../choices.ts";
import { fieldAt, suggest } from "./suggest.ts";

const rows = [
  item({ type: "CLOUD", source: "redis-cloud", memoryUsed: "97", memoryLimit: "100", databaseCount: 1 }),
  item({ memoryUsed: "93", memoryLimit: "100", databaseCount: 1, via: "key_1/agent1" }),
  item({ status: "stale", memoryUsed: "50", memoryLimit: "100", databaseCount: 1, via: "key_2/agent2" }),
].map((one) => factsOf(one, now));

/** What is suggested for a line with the caret at "|". */
function at(typed: string, known: Known = { rows }, applied = "") {
  const caret = typed.indexOf("|");
  const place = { line: typed.replace("|", ""), caret };
  const field = fieldAt(place);
  const choices = field ? choicesOf(field, parseText(applied, []).filter, known) : [];
  const nameOf = (name: string, word: string) =>
    name === "via" ? { key_1: "Blue key", key_2: "Green key" }[word] : undefined;
  return suggest(place, { names: fieldNames, choices, nameOf });
}
const textsOf = (...given: Parameters<typeof at>) => at(...given).all.map(({ text }) => text);

test.each([
  ["|", fieldNames.map((name) => `${name}:`)],
  ["orders |", fieldNames.map((name) => `${name}:`)],
  ["lic|", ["license:"]],
  ["me|", ["memory:", "util:", "maxmemory:", "frag:"]],
  ["-sta|", ["-status:"]],
  ["TL|S", ["tls:"]],
  ["orders|", []],
  ['"sta|', []],
  ["source:|", ["source:agent", "source:redis-cloud", "source:elasticache"]],
  ["source:re|", ["source:redis-cloud"]],
  ["source:elasti|c tls:no", ["source:elasticache"]],
  ["-source:ag|", ["-source:agent"]],
  ["source:agent,r|", ["source:agent,redis-cloud"]],
  ["type:cloud,sta|", ["type:cloud,STANDALONE"]],
  ["util>|", ["util>=95", "util>=90"]],
  ["util>=9|", ["util>=95", "util>=90"]],
  ["util<|", ["util<=80"]],
  ["util:least|", ["util>=95", "util>=90"]],
  ["version<|", ["version<7.2"]],
  ["via:gre|", ["via:key_2"]],
  ["mem>90|", ["memory>90"]],
  ["-stauts:act|", ["-status:act"]],
  ["prod:cart|", []],
])("FIL07 %s is completed to %j", (typed, texts) => {
  expect(textsOf(typed)).toEqual(texts);
});

test("FIL07 a suggestion replaces the part with the caret, and says in words and numbers what it finds", () => {
  const { start, end, all } = at("orders util:|9 tls:no");
  expect([start, end]).toEqual([7, 13]);
  expect(all.slice(0, 2)).toEqual([
    { text: "util>=95", label: "At least 95%", count: 1, isField: false },
    { text: "util>=90", label: "At least 90%", count: 2, isField: false },
  ]);
  // The counts are of rows that pass the other fields.
  expect(at("util>=95|", { rows }, "status=stale&util=90..").all[0]?.count).toBe(0);
  expect(at("mem>90|").all[0]?.label).toBe("Did you mean memory?");
  expect(at("region:e|", { values: { region: ["eu-west-1"] } }).all).toEqual([
    { text: "region:eu-west-1", label: "eu-west-1", count: undefined, isField: false },
  ]);
});

test("FIL07 whatever is typed, each suggestion of a value is right, and one of a field leads to its values", () => {
  const pieces = fc.constantFrom(
    "util",
    "via",
    ":",
    ">",
    "-",
    ",",
    " ",
    "a",
    "9",
    "source",
    "agent",
    "none",
    "tls",
  );
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 6 }).map((all) => all.join("")),
      fc.nat(20),
      (line, place) => {
        const caret = Math.min(place, line.length);
        const { start, end, all } = at(`${line.slice(0, caret)}|${line.slice(caret)}`);
        expect(start <= caret && caret <= end).toBe(true);
        for (const { text, isField, label } of all) {
          if (isField) expect(fieldAt({ line: text, caret: text.length })).toBe(text.replace(/^-|:$/g, ""));
          else if (!label.startsWith("Did you mean") && !line.includes(","))
            expect(parseText(text, [], nearest).faults).toEqual([]);
        }
      },
    ),
  );
});

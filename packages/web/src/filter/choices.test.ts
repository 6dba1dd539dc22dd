import { compile } from "@shardwatch/core/contract/filter/compile";
import { factsOf } from "@shardwatch/core/contract/filter/facts";
import { fieldNames } from "@shardwatch/core/contract/filter/fields";
import { withTerm } from "@shardwatch/core/contract/filter/filter";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Joined } from "../lib/words/joined.ts";
import { anyItem, item, license, now, parse, sensibleQuery } from "../../../../tests/support/filters.ts";
import { parseFilter } from "@shardwatch/core/contract/filter/parse";
import { choicesOf, stateOf, toggle } from "./choices.ts";
import { deploymentFacets } from "./facets.ts";

const rows = [
  item({ facts: { versions: ["7.2.4", "8.0.0"], regions: ["eu-West-1"] }, via: "key_1/agent-1" }),
  item({
    facts: { versions: ["6.2.1", "6.2.1"], regions: ["eu-West-1", "us-east-1"] },
    via: "key_1/agent-2",
  }),
  item({ facts: { versions: ["7.2.9", "7.2.9"] }, via: "int_1", status: "stale", license: license() }),
  item({ status: "error" }),
].map((each) => factsOf(each, now));
const texts = (name: Parameters<typeof choicesOf>[0], query = "") =>
  choicesOf(name, parse(query).filter, { rows }).map(({ label, count }) => `${label}: ${count}`);

test("FIL07 the choices of a field are the values that the rows have, each with its count", () => {
  expect(texts("version")).toEqual(["7.2: 2", "6.2: 1", "Before 7.2: 1", "Unknown: 1"]);
  expect(texts("region")).toEqual(["eu-West-1: 2", "us-east-1: 1", "None: 2"]);
  expect(texts("via")).toEqual(["key_1: 2", "int_1: 1", "Unknown: 1"]);
  expect(texts("status")).toEqual(["Active: 2", "Stale: 1", "Error: 1"]);
  expect(texts("status", "version=7.2")).toEqual(["Active: 1", "Stale: 1", "Error: 0"]);
  // The most frequent of the filtered rows is first: here what is behind the silent ones.
  expect(texts("via", "status=stale")).toEqual(["int_1: 1", "key_1: 0"]);
});

test("FIL07 ranges are choices, and a chosen value stays one when no row has it", () => {
  expect(texts("license")).toEqual([
    "Expired: 0",
    "Expires within 30 days: 1",
    "Expires within 90 days: 1",
    "Expires in more than 90 days: 0",
    "No license: 3",
  ]);
  expect(texts("status", "status=denied")).toEqual(["Active: 2", "Stale: 1", "Error: 1", "Denied: 0"]);
  expect(texts("util", "util=-12..13")).toContain("12% to 13%: 0");
});

test("FIL07 every field but the organization and the id has its place in the bar, once", () => {
  const offered = [...deploymentFacets.shown, ...deploymentFacets.more].flatMap((facet) => facet.fields);
  expect(offered.toSorted()).toEqual(fieldNames.filter((name) => name !== "org" && name !== "id").toSorted());
});

test("FIL07 the count of a choice is the number of rows when that choice replaces the field's values", () => {
  fc.assert(
    fc.property(
      fc.array(anyItem, { maxLength: 12 }),
      sensibleQuery,
      fc.constantFrom(...fieldNames),
      (items, pairs, other) => {
        const { filter } = parseFilter(pairs, []);
        // A field with values of its own, which its counts do not depend on.
        const name = [...filter.terms.keys()][0] ?? other;
        const facts = items.map((each) => factsOf(each, now));
        for (const { value, count } of choicesOf(name, filter, {
          rows: facts,
          joined: ["figures", "outlook"],
        })) {
          const alone = compile(withTerm(filter, name, { any: [value], none: [] }));
          expect(count).toBe(facts.filter((each) => alone(each) === true).length);
        }
      },
    ),
  );
});

test("FIL07 a choice is wanted, excluded or neither, and the other values of its field stay", () => {
  const { filter } = parse("status=stale&type=CLOUD");
  const active = choicesOf("status", filter, { rows }).find(({ text }) => text === "active");
  if (!active) throw new Error("active is not offered");
  const wanted = toggle(filter, "status", active, "wanted");
  expect(formatFilter(wanted)).toBe("type=CLOUD&status=active,stale");
  expect(stateOf(wanted, "status", active)).toBe("wanted");
  const unwanted = toggle(wanted, "status", active, "unwanted");
  expect(formatFilter(unwanted)).toBe("type=CLOUD&status=stale,-active");
  expect(stateOf(unwanted, "status", active)).toBe("unwanted");
  expect(formatFilter(toggle(unwanted, "status", active, "unwanted"))).toBe(formatFilter(filter));
});

test("DBS01 FIL07 where only the API has all rows, choices are the known values, without counts", () => {
  const known = { values: { status: ["active", "stale"], region: ["eu-west-1"] } };
  const labels = (name: Parameters<typeof choicesOf>[0], query = "") =>
    choicesOf(name, parse(query).filter, known).map(({ label, count }) => `${label}: ${count}`);
  expect(labels("status", "status=-denied")).toEqual([
    "Active: undefined",
    "Stale: undefined",
    "Denied: undefined",
  ]);
  expect(labels("region")).toEqual(["eu-west-1: undefined"]);
  expect(labels("plan")).toEqual([]);
  expect(labels("util").at(-1)).toBe("No limit set: undefined");
  expect(labels("tls")).toEqual(["Yes: undefined", "Mixed: undefined", "No: undefined"]);
});

test("FIL07 RUL02 RUN02 what depends on figures or the outlook, and they are not loaded, has no count", () => {
  const countsOf = (name: "ops" | "status", query: string, joined: readonly Joined[]) =>
    choicesOf(name, parse(query).filter, { rows, joined }).map(({ count }) => count);
  for (const joined of [[], ["outlook"]] as const) {
    expect(new Set(countsOf("ops", "", joined))).toEqual(new Set([undefined]));
    expect(new Set(countsOf("status", "ops=100..", joined))).toEqual(new Set([undefined]));
  }
  expect(countsOf("ops", "", ["figures"])).not.toContain(undefined);
  expect(countsOf("status", "ops=100..", ["figures"])).not.toContain(undefined);
  expect(new Set(countsOf("status", "runway=..14", ["figures"]))).toEqual(new Set([undefined]));
  expect(countsOf("status", "runway=..14", ["outlook"])).not.toContain(undefined);
});

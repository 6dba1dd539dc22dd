import { definitionsOf } from "@shardwatch/core/assistants/definitions";
import { tools } from "@shardwatch/core/assistants/tools";
import { charactersOfToken } from "@shardwatch/core/contract/assistants/parts";
import { parseText } from "@shardwatch/core/contract/filter/parse";
import { expect, test } from "vitest";
import { ranked } from "./bm25.ts";
import { questions } from "./questions.ts";
import { toolNamed } from "./play.ts";

const definitions = definitionsOf(tools);
/** The most tokens of all definitions together. */
const longestDefinitions = 4_500;

test("OUT15 P27 at most ten tools, whose definitions have at most 4,500 tokens together", () => {
  expect(tools.length).toBeLessThanOrEqual(10);
  for (const { name } of tools) expect(name).toMatch(/^[a-z_]{1,64}$/);
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  const tokens = JSON.stringify(definitions).length / charactersOfToken;
  expect(tokens).toBeLessThanOrEqual(longestDefinitions);
});

const texts = Object.fromEntries(tools.map(({ name, description }) => [name, `${name} ${description}`]));
/** The tools that answer it: those of the calls in whose answers gold facts are. */
const asked = questions.map(({ asks, plan, gold }) => {
  const called = plan.map((step) => (typeof step === "function" ? step([{}, {}]) : step));
  return [asks, [...new Set(gold.map(({ call }) => called[call]?.tool))]] as const;
});

test.each(asked)(
  "OUT15 by names and descriptions alone, a right tool is among the first two: %s",
  (asks, right) => {
    const found = ranked(asks, texts).slice(0, 2);
    expect(found.filter((name) => right.includes(name))).not.toEqual([]);
  },
);

interface Schema {
  enum?: string[];
  description?: string;
  properties?: Record<string, Schema>;
}

const argumentsOf = definitions.flatMap(({ name, inputSchema }) =>
  Object.entries((inputSchema as Schema).properties ?? {}).map(
    ([argument, schema]) => [name, argument, schema] as const,
  ),
);

test("OUT15 each choice of an argument is described, and each example of a filter can be read", () => {
  const choices = argumentsOf.filter(([, , schema]) => schema.enum !== undefined);
  expect(choices.length).toBeGreaterThan(5);
  for (const [name, argument, { enum: words = [], description = "" }] of choices)
    for (const word of words) expect(description, `${name} ${argument} ${word}`).toMatch(said(word));
  const examples = argumentsOf.flatMap(([, argument, { description = "" }]) =>
    argument === "filter" ? [...description.matchAll(/"([^"]+)"/g)].map(([, text = ""]) => text) : [],
  );
  expect(examples.length).toBeGreaterThan(3);
  for (const text of examples) expect(parseText(text, []).faults, text).toEqual([]);
});

/** A word with what it means behind it: "asc: smallest first". Two words may share one meaning. */
const said = (word: string) => new RegExp(`(^|[ ;,])${word}( or [a-z ]+)?: \\w`);

test("OUT15 each example of filter_help can be read, and names only fields that there are", async () => {
  const answer = await toolNamed("filter_help").answer({} as never, {});
  const { examples, grammar } = ("structured" in answer ? answer.structured : {}) as Record<string, string[]>;
  for (const text of examples ?? []) expect(parseText(text, []).faults, text).toEqual([]);
  const inGrammar = (grammar ?? []).join(" ").match(/-?\b[a-z]+[:<>]=?[\w".]+/g) ?? [];
  expect(inGrammar.length).toBeGreaterThan(4);
  const terms = inGrammar.map((one) => one.replace(/\.$/, "")).filter((one) => !one.startsWith("field:"));
  for (const text of terms) expect(parseText(text, []).faults, text).toEqual([]);
});

test("OUT15 no definition has a text of a customer, an address or a pattern", () => {
  const text = JSON.stringify(definitions);
  expect(text).not.toMatch(/https?:|\$schema|"pattern"/);
});

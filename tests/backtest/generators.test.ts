import { expect, test } from "vitest";
import { families } from "./generator-one/generator.ts";
import { kinds } from "./generator-two/generator.ts";
import { parseInput } from "./lines.ts";
import { generators, play, usualDatabases } from "./play.ts";
import { rivals } from "./rivals.ts";
import type { Generator } from "./types.ts";

const every = Object.entries(generators);

const made = (generate: Generator, seed: number, databases: number): string[] =>
  [...generate(seed, databases)].map((story) => JSON.stringify(story));

test.each(every)(
  "the %s generator makes the same databases from the same seed, and others from another",
  (_, { generate }) => {
    const first = made(generate, 7, 12);
    expect(made(generate, 7, 12)).toEqual(first);
    expect(made(generate, 8, 12).filter((story) => first.includes(story))).toEqual([]);
    // More databases begin with the same ones.
    expect(made(generate, 7, 14).slice(0, 12)).toEqual(first);
  },
);

test.each([
  ["first", families],
  ["second", kinds],
])("the %s generator has 25 families or more, and at least 50 databases of each", (_, all) => {
  const names = new Set(all.map(({ name }) => name));
  expect(names.size).toBe(all.length);
  expect(names.size).toBeGreaterThanOrEqual(25);
  expect(Math.floor(usualDatabases / names.size)).toBeGreaterThanOrEqual(50);
});

test("the two generators share no family by name", () => {
  const names = new Set(families.map(({ name }) => name));
  expect(kinds.filter(({ name }) => names.has(name))).toEqual([]);
});

test.each(every)("what the %s generator makes is valid input, and at its limit or not", (_, one) => {
  const stories = [...one.generate(5, 31)];
  for (const { input } of stories.slice(0, 5)) expect(parseInput(JSON.stringify(input))).toEqual(input);
  const atLimit = stories.filter(({ isAtLimit }) => isAtLimit);
  expect(atLimit.length).toBeGreaterThanOrEqual(2);
  expect(atLimit.length).toBeLessThanOrEqual(4);
  for (const { truth, input, isAtLimit } of stories)
    if (truth !== undefined) expect(isAtLimit || truth >= Date.parse(input.now)).toBe(true);
  expect(stories.filter(({ truth }) => truth !== undefined).length).toBeGreaterThan(7);
});

test("all methods answer the same stories", () => {
  const { generate } = generators["first"] ?? {};
  if (!generate) throw new Error("there is no first generator");
  const played = play(generate, [3, 4], 5, rivals);
  expect(Object.keys(played)).toEqual(Object.keys(rivals));
  const ids = Object.values(played).map(({ scored }) => scored.map(({ story }) => story.input.id));
  expect(ids[0]).toHaveLength(10);
  expect(ids[1]).toEqual(ids[0]);
  for (const { scored } of Object.values(played))
    expect(scored.every(({ story, answer }) => answer.id === story.input.id)).toBe(true);
});

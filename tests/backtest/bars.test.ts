import { expect, test } from "vitest";
import { answer } from "./answer.ts";
import { generators, play } from "./play.ts";
import { rivals } from "./rivals.ts";

const databases = 500;

test.for(Object.entries(generators))(
  "RUN04 AMD19 every bar but the time holds on the %s generator, and no rival holds them all",
  ([, { generate, seeds }]) => {
    const { method, ...others } = play(generate, seeds.slice(0, 1), databases, { method: answer, ...rivals });
    expect(method?.measures.filter(({ holds }) => !holds)).toEqual([]);
    for (const { measures } of Object.values(others)) expect(measures.some(({ holds }) => !holds)).toBe(true);
  },
);

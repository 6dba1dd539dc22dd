import { expect, test } from "vitest";
import { answer } from "./answer.ts";
import { generators, play, usualDatabases } from "./play.ts";

test.for(Object.entries(generators))(
  "RUN04 every bar but the time holds on the %s generator, with all its databases",
  ([, { generate, seeds }]) => {
    const { method } = play(generate, seeds, usualDatabases, { method: answer });
    expect(method?.measures.filter(({ holds }) => !holds)).toEqual([]);
  },
);

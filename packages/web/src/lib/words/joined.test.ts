import { parseText } from "@shardwatch/core/contract/filter/parse";
import { expect, test } from "vitest";
import { joinedParameters, joinedToFind, joinedToShow, nothingJoined, withMore } from "./joined.ts";

const find = (text: string, sort = "name") => joinedToFind({ filter: parseText(text, []).filter, sort });

test("RUN02 RUL02 a view asks for what its filter, its order or its columns need, and for nothing else", () => {
  expect(find("util>90 policy:noeviction", "memory")).toEqual([]);
  expect(find("runway:..14")).toEqual(["outlook"]);
  expect(find("", "runway")).toEqual(["outlook"]);
  expect(find("runway:full", "ops")).toEqual(["figures", "outlook"]);
  expect(joinedToShow({ runway: true, ops: false, memory: true })).toEqual(["outlook"]);
  expect(joinedToShow({ runway: true, hits: true })).toEqual(["figures", "outlook"]);
  expect(joinedParameters(["outlook"])).toEqual({ outlook: "1" });
});

test("RUN02 RUL02 what was loaded once stays asked for, and the same is the same list", () => {
  const held = withMore(nothingJoined, ["outlook"]);
  expect(held).toEqual(["outlook"]);
  expect(withMore(held, [], ["outlook"])).toBe(held);
  expect(withMore(held, ["figures"])).toEqual(["figures", "outlook"]);
});

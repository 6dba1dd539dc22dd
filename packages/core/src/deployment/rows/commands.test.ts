import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 } from "../../kit/hash.ts";
import { derivedId } from "../../kit/ids.ts";
import { commandsIn, packCommands, withinUnit } from "./commands.ts";

const idOf = (index: number) => derivedId("deployment", sha256(`${index}`));
const page = (all: readonly (Record<string, number> | undefined)[]) =>
  all.map((commands, index) => ({ id: idOf(index), commands }));
const read = (all: readonly (Record<string, number> | undefined)[]) => {
  const packed = packCommands(page(all));
  return all.map((_, index) => commandsIn(packed, idOf(index)));
};

test("DEX04 P1 servers that all got one INFO take a dozen bytes, and an exception eight more than its counts", () => {
  const info = { INFO: 1 };
  expect(packCommands(page(Array.from({ length: 30 }, () => info)))).toBe('[{"INFO":1}]');
  expect(packCommands(page([info, { AUTH: 1, INFO: 1 }, info]))).toHaveLength(13 + 21 + 8);
  expect(read([info, { AUTH: 1, INFO: 2 }, undefined, info])).toEqual([
    info,
    { AUTH: 1, INFO: 2 },
    null,
    info,
  ]);
});

test("DEX04 an agent that does not count leaves nothing behind, nor does a row of before", () => {
  expect(packCommands(page([undefined, undefined]))).toBe("[]");
  expect(commandsIn("[]", idOf(0))).toBeNull();
  expect(commandsIn(undefined, idOf(0))).toBeNull();
  expect(read([{}])).toEqual([{}]);
});

const counts = fc.dictionary(fc.constantFrom("INFO", "AUTH", "PING"), fc.nat(3), { noNullPrototype: true });

test("DEX04 a page gives back every count", () => {
  fc.assert(
    fc.property(fc.array(fc.option(counts, { nil: undefined }), { minLength: 1, maxLength: 10 }), (all) => {
      const packed = packCommands(page(all));
      const found = all.map((_, index) => commandsIn(packed, idOf(index)));
      expect(found).toEqual(all.map((one) => one ?? null));
    }),
  );
});

test("DEX04 P1 commands that would cost a further write unit are not kept", () => {
  const commands = "x".repeat(100);
  expect(withinUnit(commands, ["é".repeat(322)])).toBe(commands);
  expect(withinUnit(commands, ["é".repeat(322), "x"])).toBe("[]");
  expect(withinUnit(commands, ["x".repeat(800), undefined])).toBe(commands);
  expect(withinUnit(undefined, [])).toBeUndefined();
});

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Problem } from "../kit/problem.ts";
import { expression } from "./expression.ts";
import { bytes, filled, flag, list, mark, number, optional, record, text } from "./field.ts";
import { type RowOf, RowKind, versionAttribute } from "./row.ts";

const sample = new RowKind("sample", 2, {
  id: text(),
  receivedAt: number("rx"),
  read: flag(),
  state: text<"open" | "closed">("st"),
  names: list(text()),
  person: record({ email: text(), age: number() }),
  content: optional(bytes("c")),
  note: optional(text()),
  done: mark(),
  count: filled(number("n"), 7),
});
type Sample = RowOf<typeof sample>;

/** Two types are the same when each can be assigned to the other. */
type Same<A, B> = [A, B] extends [B, A] ? true : false;
const isDerived: Same<
  Sample,
  {
    id: string;
    receivedAt: number;
    read: boolean;
    state: "open" | "closed";
    names: string[];
    person: { email: string; age: number };
    content?: Uint8Array | undefined;
    note?: string | undefined;
    done?: true | undefined;
    count: number;
  }
> = true;

const samples = fc.record(
  {
    id: fc.string(),
    receivedAt: fc.double({ noNaN: true }),
    read: fc.boolean(),
    state: fc.constantFrom("open", "closed"),
    names: fc.array(fc.string()),
    person: fc.record({ email: fc.string(), age: fc.integer() }, { noNullPrototype: true }),
    content: fc.uint8Array(),
    note: fc.string(),
    done: fc.constant(true as const),
    count: fc.integer(),
  },
  { noNullPrototype: true, requiredKeys: ["id", "receivedAt", "read", "state", "names", "person", "count"] },
);

const some: Sample = {
  id: "a",
  receivedAt: 5,
  read: false,
  state: "open",
  names: ["x"],
  person: { email: "a@example.com", age: 1 },
  count: 3,
};

describe("a row", () => {
  test("R22 is read as it was written, with every field that may be absent there or not", () => {
    expect(isDerived).toBe(true);
    fc.assert(
      fc.property(samples, (value) => {
        expect(sample.read(sample.write(value))).toStrictEqual(value);
      }),
    );
  });

  test("R22 is read whatever attributes it has that this release does not know", () => {
    const known = new Set(["id", "rx", "read", "st", "names", "person", "c", "note", "done", "n", "v"]);
    const others = fc.dictionary(
      fc.string().filter((name) => !known.has(name)),
      fc.anything(),
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(samples, others, (value, unknown) => {
        expect(sample.read({ ...unknown, ...sample.write(value) })).toStrictEqual(value);
      }),
    );
  });

  test("holds short names and its version, and nothing that was not given", () => {
    expect(sample.write({ ...some, note: undefined })).toStrictEqual({
      id: "a",
      rx: 5,
      read: false,
      st: "open",
      names: ["x"],
      person: { email: "a@example.com", age: 1 },
      n: 3,
      [versionAttribute]: 2,
    });
  });

  test("SLF07 R22 is read as it was replaced, and keeps what this release does not know", () => {
    fc.assert(
      fc.property(samples, samples, (before, after) => {
        const stored: object = { ...sample.write(before), later: "kept" };
        const { set, remove } = sample.replace(after);
        const left = Object.entries({ ...stored, ...set }).filter(([name]) => !remove.includes(name));
        const row = Object.fromEntries(left);
        expect(sample.read(row)).toStrictEqual(after);
        expect(row["later"]).toBe("kept");
      }),
    );
  });

  test("R22 of a former version is filled with what that version did not have", () => {
    const { n: _, [versionAttribute]: __, ...former } = sample.write(some);
    expect(sample.read(former)).toStrictEqual({ ...some, count: 7 });
    expect(sample.read({ ...former, [versionAttribute]: 1 })).toStrictEqual({ ...some, count: 7 });
  });

  test("R22 of a later version is refused as unavailable, and not misread", () => {
    const later = { ...sample.write(some), [versionAttribute]: 3 };
    for (const read of [sample.read, sample.part("id").read])
      expect(() => read(later)).toThrow(
        expect.objectContaining({ constructor: Problem, kind: "unavailable", retryAfterSeconds: 5 }) as Error,
      );
  });

  test.each([
    ["id", 5],
    ["id", undefined],
    ["id", null],
    ["rx", "5"],
    ["read", "false"],
    ["st", 1],
    ["names", ["x", 1]],
    ["names", "x"],
    ["person", { email: "a@example.com" }],
    ["person", null],
    ["c", "text"],
    ["note", 1],
    ["done", false],
    ["n", "3"],
    ["v", "2"],
  ])(
    "with another kind of value is a defect that names the kind and the attribute %s (%j)",
    (attribute, value) => {
      const row = { ...sample.write(some), [attribute]: value };
      expect(() => sample.read(row)).toThrow(new RegExp(`"sample" is damaged: ${attribute} must be `));
    },
  );
});

test.each([{ v: number() }, { version: number("v") }])(
  "R22 a kind with a field in the attribute of the row's version can't be declared: %j",
  (fields) => {
    expect(() => new RowKind("wrong", 1, fields)).toThrow(/of "wrong" is stored as the version of the row/);
  },
);

test("a defect does not repeat the value, which may be a secret", () => {
  const row = { ...sample.write(some), rx: "hunter2" };
  expect(() => sample.read(row)).toThrow(/^(?!.*hunter2)/);
});

test("a part reads its attributes and the version, and misses no other", () => {
  const { attributes, read } = sample.part("receivedAt", "note");
  expect(attributes).toEqual([versionAttribute, "rx", "note"]);
  expect(read({ rx: 5 })).toStrictEqual({ receivedAt: 5 });
  expect(() => read({ note: "" })).toThrow("rx must be a number");
});

test("a change sets stored names and leaves the version alone", () => {
  expect(sample.changes({ receivedAt: 6, note: undefined })).toStrictEqual({ rx: 6 });
});

test("equality asks for stored names, and for the absence of what is given as undefined", () => {
  expect(expression(sample.equals({ receivedAt: 5, note: undefined }))).toMatchObject({
    ConditionExpression: "#rx = :v0 AND attribute_not_exists(#note)",
    ExpressionAttributeNames: { "#rx": "rx", "#note": "note" },
  });
});

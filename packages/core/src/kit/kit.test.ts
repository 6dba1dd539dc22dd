import { inspect } from "node:util";
import { crc32 as zlibCrc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAgentKey, parseAgentKey } from "./agent-key.ts";
import { base62, base62Bytes } from "./base62.ts";
import { crc32 } from "./crc32.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { derivedId, isId, newId } from "./ids.ts";
import { Secret } from "./secret.ts";
import { truncate } from "./text.ts";
import { day, hour, minute, relativeTime, second } from "./time.ts";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe("ids", () => {
  test("ids of one kind sort by their creation time", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), bytes(16), bytes(16), (a, b, left, right) => {
        fc.pre(a !== b);
        const [earlier, later] = [
          newId("account", Math.min(a, b), left),
          newId("account", Math.max(a, b), right),
        ];
        expect(earlier < later).toBe(true);
      }),
    );
  });

  test("an id tells its kind, and nothing else passes for it", () => {
    const id = newId("deployment", 0, new Uint8Array(16));
    expect(isId("deployment", id)).toBe(true);
    expect(isId("account", id)).toBe(false);
    for (const wrong of ["dep_", "dep_../../x", `${id}#`, "", "dep_ABCDEFGHIJKLMNOPQRST"])
      expect(isId("deployment", wrong)).toBe(false);
  });

  test("a derived id is the same for the same digest", () => {
    const digest = Uint8Array.from({ length: 32 }, (_, index) => index * 7);
    expect(derivedId("deployment", digest)).toBe(derivedId("deployment", digest));
    expect(isId("deployment", derivedId("deployment", digest))).toBe(true);
  });
});

describe("agent keys", () => {
  const keyId = newId("accessKey", Date.UTC(2026, 0, 1), new Uint8Array(16).fill(9));

  test("KEY25 a key is sw_, its id, 32 random bytes in base 62 and six characters of checksum", () => {
    fc.assert(
      fc.property(bytes(32), (random) => {
        const key = formatAgentKey(keyId, random);
        expect(key).toMatch(new RegExp(`^sw_${keyId}_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$`));
        expect(parseAgentKey(key)).toEqual({ keyId, secret: base62Bytes(random, 43) });
      }),
    );
  });

  test("AGT12 any mistyped character is found by the checksum", () => {
    const key = formatAgentKey(keyId, new Uint8Array(32).fill(77));
    fc.assert(
      fc.property(
        fc.nat(key.length - 1),
        fc.constantFrom("a", "b", "X", "Z", "0", "9", "_"),
        (position, character) => {
          fc.pre(key[position] !== character);
          expect(parseAgentKey(key.slice(0, position) + character + key.slice(position + 1))).toBeUndefined();
        },
      ),
    );
  });

  test("the checksum is the CRC-32 that zip uses", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
        expect(crc32(text)).toBe(zlibCrc32(text));
      }),
    );
    expect(base62(0n, 6)).toBe("000000");
    expect(base62(61n, 1)).toBe("z");
  });
});

describe("texts and times", () => {
  test("LST53 LIM05 40 characters are shown whole, 41 are cut to 40 and three dots", () => {
    expect(truncate("x".repeat(40), 40)).toBe("x".repeat(40));
    expect(truncate("x".repeat(41), 40)).toBe(`${"x".repeat(40)}...`);
    expect(truncate("👩‍👩‍👧".repeat(3), 2)).toBe(`${"👩‍👩‍👧".repeat(2)}...`);
  });

  test("ENT56 LIM13 relative times run from year to second", () => {
    const now = Date.UTC(2026, 5, 15);
    const ago = (difference: number) => relativeTime(now - difference, now);
    expect(ago(2 * 365 * day)).toBe("2 years ago");
    expect(ago(60 * day)).toBe("2 months ago");
    expect(ago(14 * day)).toBe("2 weeks ago");
    expect(ago(3 * day)).toBe("3 days ago");
    expect(ago(5 * hour)).toBe("5 hours ago");
    expect(ago(90 * second)).toBe("1 minute ago");
    expect(ago(second)).toBe("1 second ago");
  });

  test("ENT57 ENT58 ENT59 now is just now, the future has its own form, and no date is no text", () => {
    const now = Date.UTC(2026, 5, 15);
    expect(relativeTime(now - 999, now)).toBe("just now");
    expect(relativeTime(now + minute, now)).toBe("just now");
    expect(relativeTime(new Date(now + 3 * day).toISOString(), now)).toBe("in 3 days");
    for (const wrong of [null, undefined, "yesterday", Number.NaN])
      expect(relativeTime(wrong, now)).toBeUndefined();
  });
});

test("a cursor comes back as it went, and what somebody made up does not", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: "binary-ascii" }), fc.string({ unit: "binary-ascii" })),
      (position) => {
        fc.pre(!Object.keys(position).includes("__proto__"));
        expect(decodeCursor(encodeCursor(position))).toEqual({ ...position });
      },
    ),
  );
  for (const wrong of ["", "%%%", btoa("[1]"), btoa('{"a":1}'), btoa("null")])
    expect(decodeCursor(wrong)).toBeUndefined();
});

test("a secret shows itself only when it is asked to", () => {
  const secret = new Secret("hunter2");
  for (const shown of [String(secret), JSON.stringify({ secret }), inspect(secret), inspect({ a: [secret] })])
    expect(shown).not.toContain("hunter2");
  expect(secret.reveal()).toBe("hunter2");
});

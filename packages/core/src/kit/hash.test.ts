import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { digest, sameDigest } from "./hash.ts";

test("a digest is SHA-256 in base64url", () => {
  expect(digest("schlüssel")).toBe(createHash("sha256").update("schlüssel", "utf8").digest("base64url"));
});

test("SEC11 digests are the same only when every character is, whatever their lengths", () => {
  const stored = digest("right");
  expect(sameDigest(stored, digest("right"))).toBe(true);
  const flipped = (at: number) =>
    `${stored.slice(0, at)}${stored[at] === "A" ? "B" : "A"}${stored.slice(at + 1)}`;
  for (let at = 0; at < stored.length; at += 1)
    expect(sameDigest(stored, flipped(at)), String(at)).toBe(false);
  for (const other of ["", stored.slice(0, -1), `${stored}A`, "ä".repeat(stored.length), digest("wrong")])
    expect(sameDigest(stored, other), other).toBe(false);
});

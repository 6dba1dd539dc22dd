import { expect, test } from "vitest";
import { movedFingerprint, refusedFingerprint, sharedFingerprint } from "./page-fingerprint.ts";

test.each([
  ["shared", sharedFingerprint],
  ["refused", refusedFingerprint],
])("DBS02 the text of a %s page follows from the page and from whose deployments are in it", (_, text) => {
  expect(text("page", ["dep_1"])).toBe(text("page", ["dep_1"]));
  const others = [text("other", ["dep_1"]), text("page", ["dep_2"]), text("page", ["dep_1", "dep_2"])];
  expect(new Set([text("page", ["dep_1"]), ...others]).size).toBe(4);
});

test("DBS02 the text of a part that has moved differs from the whole, and from an earlier move", () => {
  expect(new Set(["page", movedFingerprint("page", 1), movedFingerprint("page", 2)]).size).toBe(3);
});

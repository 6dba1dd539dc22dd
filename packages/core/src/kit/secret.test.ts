import { inspect } from "node:util";
import { expect, test } from "vitest";
import { Secret } from "./secret.ts";

test("a secret shows itself only when it is asked to", () => {
  const secret = new Secret("hunter2");
  for (const shown of [String(secret), JSON.stringify({ secret }), inspect(secret), inspect({ a: [secret] })])
    expect(shown).not.toContain("hunter2");
  expect(secret.reveal()).toBe("hunter2");
});

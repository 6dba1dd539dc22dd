import { expect, test } from "vitest";
import { completed } from "./openid-answers.ts";

const verified = { sub: "u1", email: "ada@example.com", email_verified: true };

test("SLF02 an email of the userinfo endpoint is not verified because another one of the ID token is", () => {
  const other = { sub: "u1", email: "root@example.com" };
  expect(completed(verified, other)).toEqual(other);
  expect(completed(verified, { ...other, email_verified: false })).toMatchObject({ email_verified: false });
});

test("SLF02 the ID token and the userinfo endpoint complete each other", () => {
  expect(completed(verified, { sub: "u1", groups: ["ops"] })).toEqual({ ...verified, groups: ["ops"] });
  const { email_verified: _, ...same } = verified;
  expect(completed(verified, same)).toEqual(verified);
  expect(completed({ sub: "u1" }, verified)).toEqual(verified);
});

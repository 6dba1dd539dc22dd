import { expect, test } from "vitest";
import * as fc from "fast-check";
import { errorCode, sentCode } from "./errors.ts";

const list = [{ field_name: "name", error_code: "secret-key-already-exists", params: [] }];

test.each([
  [{ errors: { status: 401, code: "user-mfa-required", params: "{}" } }, "user_mfa_required"],
  [{ errors: { status: 403, code: "insufficient_permission" } }, "insufficient_permission"],
  [{ errors: list }, "secret_key_already_exists"],
  [{ errors: JSON.stringify(list) }, "secret_key_already_exists"],
  [{ errors: JSON.stringify({ code: "forbidden-request" }) }, "forbidden_request"],
  [{ errors: [{ params: [] }, { error_code: "second" }] }, "second"],
  [{ errors: ["Something went wrong"] }, undefined],
  [{ errors: "Something went wrong" }, undefined],
  [{ errors: { status: 500, code: "" } }, undefined],
  [{ errors: [] }, undefined],
  [{}, undefined],
  [undefined, undefined],
])("the code of %j is %s", (body, code) => {
  expect(errorCode(body)).toBe(code);
});

test("whatever the provider sends, its code is a text with underscores or nothing", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (errors) => {
      for (const shape of [errors, JSON.stringify(errors)]) {
        const code = errorCode({ errors: shape });
        if (code !== undefined) expect(code).toMatch(/^[^-]+$/);
      }
    }),
  );
});

test("ERR54 the code that was sent keeps its hyphens", () => {
  expect(sentCode({ errors: { code: "quota-exceeded" } })).toBe("quota-exceeded");
});

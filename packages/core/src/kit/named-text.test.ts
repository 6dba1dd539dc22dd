import { expect, test } from "vitest";
import { inheritedNames } from "../../../../tests/support/hostile-texts.ts";
import { readNamed } from "./named-text.ts";

const around = { variables: { HOOK: " https://hooks.example.com/ ", EMPTY: "" }, folder: "/none" };

test("RUL09 a variable that is set is read without the blanks around it", () => {
  expect(readNamed({ variable: "HOOK" }, around)).toEqual({ content: "https://hooks.example.com/" });
});

test.each(["OTHER", "EMPTY", ...inheritedNames])(
  "RUL09 SLF03 %s is a variable that is not set",
  (variable) => {
    expect(readNamed({ variable }, around)).toEqual({
      fault: "the environment variable that it names is not set",
    });
  },
);

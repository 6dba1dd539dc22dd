import { expect, test } from "vitest";
import { keyRefusal } from "./cloud-keys.ts";

test.each([
  ["secret-key-name-illegal", "The API key name is illegal."],
  ["secret_key_name_illegal", "The API key name is illegal."],
  ["quota-exceeded", "Error: quota-exceeded"],
  ["quota_exceeded", "Error: quota_exceeded"],
  [undefined, "Unknown error occurred"],
])("ERR54 ERR55 a refusal with the code %s says %s", (code, text) => {
  expect(keyRefusal(code)).toBe(text);
});

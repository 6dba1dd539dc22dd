import { expect, test } from "vitest";
import { accountText } from "./columns.tsx";

test("an account is told by name and ID, and the ID only once", () => {
  expect(accountText("Acme Data", "45083637")).toBe("Acme Data (45083637)");
  expect(accountText("Account 45083637", "45083637")).toBe("Account 45083637");
  expect(accountText(null, "45083637")).toBe("Account 45083637");
  expect(accountText("", "45083637")).toBe("Account 45083637");
});

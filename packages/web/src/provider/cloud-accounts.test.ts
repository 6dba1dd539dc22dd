import { expect, test } from "vitest";
import { toCloudAccount } from "./cloud-accounts.ts";

test("an account is read whether its id is a number or a text, and its key for the API is not kept", () => {
  const account = { id: 7, name: "Acme", api_access_key: "A1", has_paid: true };
  expect(toCloudAccount(account)).toEqual({ id: "7", name: "Acme", hasApiAccess: true });
  expect(toCloudAccount({ ...account, id: "7" })).toEqual({ id: "7", name: "Acme", hasApiAccess: true });
});

test.each([undefined, null, "", 0])("an account whose key is %j has no access to the API", (key) => {
  expect(toCloudAccount({ id: 7, name: "Acme", api_access_key: key })?.hasApiAccess).toBe(false);
});

test("an account without a name is called by its id", () => {
  expect(toCloudAccount({ id: 7 })?.name).toBe("Account 7");
});

test.each([undefined, null, "account", [], {}, { id: null }, { id: "" }, { id: {} }])(
  "what is no account is left out (%j)",
  (value) => {
    expect(toCloudAccount(value)).toBeUndefined();
  },
);

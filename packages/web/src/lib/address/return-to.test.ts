import { expect, test } from "vitest";
import * as fc from "fast-check";
import { safeReturnTo } from "./return-to.ts";

test("NAV28 a path of our own is kept with its query and hash", () => {
  expect(safeReturnTo("/deployments/dep_1?page=2#top")).toBe("/deployments/dep_1?page=2#top");
});

test.each([
  null,
  "",
  "deployments",
  "//evil.example",
  "/\\evil.example",
  "/.//evil.example",
  "/\t/evil.example",
  "\\\\evil.example",
  "https://evil.example/deployments",
  "javascript:alert(1)",
  "/logout",
  "/?returnTo=/",
])("NAV28 SEC17 %j is no place to return to", (text) => {
  expect(safeReturnTo(text)).toBeUndefined();
});

test("NAV28 SEC17 whatever stands in the address, the browser stays on our origin", () => {
  const slashes = fc.constantFrom("/", "//", "/\\", "/\t/", "/\n\\", "/.//", "");
  fc.assert(
    fc.property(slashes, fc.webAuthority(), fc.string(), (start, host, rest) => {
      const path = safeReturnTo(`${start}${host}${rest}`);
      if (path !== undefined)
        expect(new URL(path, "https://shardwatch.example").origin).toBe("https://shardwatch.example");
    }),
  );
});

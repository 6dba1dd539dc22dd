import { expect, test } from "vitest";
import { paths } from "../../../lib/address/paths.ts";
import { databaseIdIn } from "./address.ts";

const ids = ["1", "10.0.0.7:6379/0", "a%2Fb", "50%", "#1?x=y&z", "a b", "каталог-東京", "$&:id"];

test("SCR05 the address of a database keeps every character of its id, and the organization", () => {
  for (const id of ids) {
    const address = paths.database("dep_1", id, "?from=databases", "org_1");
    const { pathname, search, hash } = new URL(address, "http://localhost");
    expect(pathname).toMatch(/^\/deployments\/dep_1\/databases\/[^/]+$/);
    expect(databaseIdIn(pathname)).toBe(id);
    expect(search).toBe("?from=databases&list=all&org=org_1");
    expect(hash).toBe("");
  }
});

test("SCR05 an id that is not readable is none", () => {
  expect(databaseIdIn("/deployments/dep_1/databases/%E0%A4%A")).toBeUndefined();
});

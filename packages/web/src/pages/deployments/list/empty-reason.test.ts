import { everything } from "@shardwatch/core/contract/filter/filter";
import { expect, test } from "vitest";
import { readFilter } from "../../../filter/address.ts";
import { emptyReason } from "./empty-reason.ts";

const read = (query: string) => readFilter(new URLSearchParams(query), true);

test("LST77 with a search or a type, and deployments that they hide, the filters are why", () => {
  for (const choosesOrganization of [true, false]) {
    expect(emptyReason(read("search=x"), 3, choosesOrganization)).toBe("filtered");
    expect(emptyReason(read("type=CLOUD"), 3, choosesOrganization)).toBe("filtered");
    expect(emptyReason(read("search=x"), 0, choosesOrganization)).not.toBe("filtered");
  }
  expect(emptyReason(read("org=org_1&status=stale"), 3, true)).toBe("filtered");
  expect(emptyReason(read("org=org_1,org_2"), 3, true)).toBe("filtered");
});

test("LST71 LST72 LST73 who chooses organizations is asked for one, and told when the chosen one has nothing", () => {
  expect(emptyReason(everything, 0, true)).toBe("choose");
  expect(emptyReason(read("org=org_1"), 0, true)).toBe("organization");
});

test("LST74 everybody else has no deployments", () => {
  expect(emptyReason(everything, 0, false)).toBe("own");
});

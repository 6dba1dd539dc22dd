import { expect, test } from "vitest";
import { emptyReason } from "./empty-reason.ts";

const none = { search: "", type: undefined, organization: undefined };

test("LST77 with a search or a type, and deployments that they hide, the filters are why", () => {
  for (const choosesOrganization of [true, false]) {
    expect(emptyReason({ ...none, search: "x" }, 3, choosesOrganization)).toBe("filtered");
    expect(emptyReason({ ...none, type: "CLOUD" }, 3, choosesOrganization)).toBe("filtered");
    expect(emptyReason({ ...none, search: "x" }, 0, choosesOrganization)).not.toBe("filtered");
  }
});

test("LST71 LST72 LST73 who chooses organizations is asked for one, and told when the chosen one has nothing", () => {
  expect(emptyReason(none, 0, true)).toBe("choose");
  expect(emptyReason({ ...none, organization: "org_1" }, 0, true)).toBe("organization");
});

test("LST74 everybody else has no deployments", () => {
  expect(emptyReason(none, 0, false)).toBe("own");
});

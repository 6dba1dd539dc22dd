import { describe, expect, test } from "vitest";
import { type Authority, authorityOfIntegration, mayBringBack, mayTakeOver } from "./authority.ts";

const source = { kind: "agent", id: "key_2", instance: "agent00000000001" } as const;

interface Situation {
  /** Undefined for a key that has just been revoked. */
  creator?: { accountId: string; isManager: boolean } | undefined;
  /** The account that created the owner's key; undefined when the key is revoked. */
  creatorOfOwner?: string | undefined;
  currentRole?: "manager" | "member" | "gone";
}

const authorityIn = ({ creator, creatorOfOwner, currentRole = "member" }: Situation): Authority => ({
  creator: () => Promise.resolve(creator),
  creatorOf: () => Promise.resolve(creatorOfOwner),
  currentRole: () => Promise.resolve(currentRole),
});

const viewer = { accountId: "acc_viewer", isManager: false };
const admin = { accountId: "acc_admin", isManager: true };
const ownedBy = (ownerBy: string | undefined) => ({ owner: "key_1#agent00000000001", ownerBy });

describe("R17 a deployment of another key is taken over", () => {
  test.each<[string, boolean, Situation, string | undefined]>([
    ["by a key of the same person", true, { creator: viewer, creatorOfOwner: "acc_viewer" }, "acc_viewer"],
    ["by a key that an admin created", true, { creator: admin, currentRole: "manager" }, "acc_other"],
    ["not by a key of an admin who has left", false, { creator: admin, currentRole: "gone" }, "acc_other"],
    ["not by a key of a former admin", false, { creator: admin, creatorOfOwner: "acc_other" }, "acc_other"],
    ["not by a colleague's key", false, { creator: viewer, creatorOfOwner: "acc_other" }, "acc_other"],
    ["not by a key that is revoked", false, { creator: undefined }, "acc_viewer"],
    ["not by a colleague's, even if the owner's is revoked", false, { creator: viewer }, "acc_other"],
    [
      "by whoever manages, if the owner's is revoked",
      true,
      { creator: viewer, currentRole: "manager" },
      "acc_other",
    ],
    [
      "by the same person, if the row does not name one",
      true,
      { creator: viewer, creatorOfOwner: "acc_viewer" },
      undefined,
    ],
  ])("%s (%s)", async (_, expected, situation, ownerBy) => {
    expect(await mayTakeOver(source, authorityIn(situation), ownedBy(ownerBy))).toBe(expected);
  });

  test("always by another agent of the same key", async () => {
    const row = { ...ownedBy("acc_other"), owner: "key_2#agent9" };
    expect(await mayTakeOver(source, authorityIn({}), row)).toBe(true);
  });
});

describe("R17 a deleted deployment of another key comes back", () => {
  test.each<[string, boolean, Situation]>([
    ["by a key of the same person", true, { creator: viewer, creatorOfOwner: "acc_viewer" }],
    [
      "by a key that an admin created",
      true,
      { creator: admin, creatorOfOwner: "acc_other", currentRole: "manager" },
    ],
    ["by anybody's key, if the owner's is revoked", true, { creator: viewer }],
    ["not by a colleague's key", false, { creator: viewer, creatorOfOwner: "acc_other" }],
    ["not by a key of a former admin", false, { creator: admin, creatorOfOwner: "acc_other" }],
    ["not by a key that is revoked", false, { creator: undefined }],
  ])("%s (%s)", async (_, expected, situation) => {
    expect(await mayBringBack(source, authorityIn(situation), ownedBy(undefined))).toBe(expected);
  });
});

test("an integration may take over what is in its account", async () => {
  expect(await mayTakeOver(source, authorityOfIntegration("acc_viewer"), ownedBy("acc_other"))).toBe(true);
});

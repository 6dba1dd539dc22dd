import { recipientsOf } from "@shardwatch/core/channel/subscription";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type InvitedWorld, startInvitedWorld } from "../support/invited-world.ts";
import { signedInByLink } from "../support/own-world.ts";
import { scopeOf } from "../support/scope.ts";

/* What an attacker has tried with success before, with the links of invitations. */

let stage: InvitedWorld;
beforeEach(async () => {
  stage = await startInvitedWorld();
});
afterEach(() => stage.world.stop());

describe("an email that is not known to be the person's", () => {
  test("R27 AMD24 CHN09 gets no mail of the organization, also as an admin's", async () => {
    const bob = await stage.joined("bob@example.com", "ORG_ADMIN");
    const { organization } = await bob.user();
    const scope = scopeOf({ organizationId: organization?.id ?? "" });
    const recipients = async () =>
      (await recipientsOf(stage.world.services, scope)).map(({ email }) => email);
    expect(await recipients()).toEqual(["ada@example.com"]);
    await signedInByLink(stage.world, "bob@example.com");
    expect((await recipients()).toSorted()).toEqual(["ada@example.com", "bob@example.com"]);
  });
});

import type { Creator } from "../access/actor.ts";
import type { AgentContext } from "../access/context.ts";
import { organizationOfKey } from "../access/scope.ts";
import { byId } from "../account/account.ts";
import { may } from "../contract/people/roles.ts";
import { createdByFile } from "../contract/source/rights.ts";
import type { Authority } from "../deployment/ingest/authority.ts";
import { tryWrite } from "../table/errors.ts";
import { agentKeyKey } from "./agent-key.keys.ts";
import { agentKeyKind } from "./agent-key.table.ts";
import { rememberCreator } from "./credential.table.ts";

/**
 * Decides which deployments a report's key may take over. The credential holds the key's creator. An older
 * credential without one gets it once, with the creator's current rights.
 */
export function authorityOf(ctx: AgentContext): Authority {
  const organization = organizationOfKey(ctx.actor);

  const lookUpCreatorOf = async (keyId: string) => {
    const row = await ctx.table.get(agentKeyKey(organization, keyId));
    return row && agentKeyKind.read(row).createdBy;
  };
  // A report may contain hundreds of deployments of one key: each key is read once.
  const creators = new Map<string, Promise<string | undefined>>();
  const creatorOf = (keyId: string) => {
    const known = creators.get(keyId) ?? lookUpCreatorOf(keyId);
    creators.set(keyId, known);
    return known;
  };

  const currentRoleOf = async (accountId: string) => {
    // Who writes the configuration file runs the installation.
    if (accountId === createdByFile) return "manager";
    const account = await byId(ctx, accountId);
    if (account?.organizationId !== organization) return "gone";
    return may(account.roles, "manageSources") ? "manager" : "member";
  };

  async function lookUp(): Promise<Creator | undefined> {
    const accountId = await creatorOf(ctx.actor.keyId);
    if (accountId === undefined) return undefined;
    const creator = { accountId, isManager: (await currentRoleOf(accountId)) === "manager" };
    const { key, change, when } = rememberCreator(organization, ctx.actor.keyId, creator);
    // Another report was faster, or the key was revoked or moved in between.
    await tryWrite(ctx.table.update(key, change, when));
    return creator;
  }

  let found: Promise<Creator | undefined> | undefined;
  const creator = () => (found ??= ctx.actor.creator ? Promise.resolve(ctx.actor.creator) : lookUp());

  const lookUpCurrentRole = async () => {
    const known = await creator();
    return known ? await currentRoleOf(known.accountId) : "gone";
  };
  let known: ReturnType<Authority["currentRole"]> | undefined;
  const currentRole = () => (known ??= lookUpCurrentRole());

  return { creator, creatorOf, currentRole };
}

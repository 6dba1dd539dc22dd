import { idPrefixes } from "../kit/ids.ts";
import { isFormer } from "../kit/sealed-text.ts";

/** Whose secret it is. The prefix of the object's id decides, so a row cannot claim another kind than its own. */
const kinds = [
  [idPrefixes.redisCloud, "account"],
  [idPrefixes.channel, "channel"],
] as const;

/** Policies name it as `kms:EncryptionContext:kind`. */
export type VaultKind = (typeof kinds)[number][1];

/** Throws for an id of which no secrets are sealed, which is a defect. */
function kindOf(id: string): VaultKind {
  const found = kinds.find(([prefix]) => id.startsWith(`${prefix}_`));
  if (!found) throw new Error("nothing is sealed for an id of this kind");
  return found[1];
}

/** The context of 0.3.0 and before. It does not say what was sealed. */
const formerContext = (integrationId: string) => ({
  application: "shardwatch",
  integration: integrationId,
});

/**
 * The context that is authenticated with every sealed text. It leaves out the organization, because an
 * accepted invitation moves integrations to another one.
 */
export const vaultContext = (id: string) => ({ ...formerContext(id), kind: kindOf(id) });

/** The context that a stored text was sealed with. Only this release opens what was sealed in the former one. */
export const contextOf = (sealed: string, id: string) =>
  isFormer(sealed) ? formerContext(id) : vaultContext(id);

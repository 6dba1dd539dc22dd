import { canaryOrganization } from "../access/scope.trusted.ts";
import type { Services } from "../access/context.ts";
import { formatAgentKey } from "../kit/composite-key.ts";
import { digest } from "../kit/hash.ts";
import { Secret } from "../kit/secret.ts";
import { putLoneCredential } from "./credential.table.ts";

/** No list has it, because the organization has no row of it. */
const keyId = "key_canary00000000000000000000";

/**
 * The key of our own reports, with a new secret. It ends the former one. Only its digest is stored, so nothing has to be
 * sealed.
 * @param until when the key ends, Unix epoch in milliseconds
 */
export async function renewCanaryKey(
  { table, random }: Pick<Services, "table" | "random">,
  until: number,
): Promise<Secret> {
  const compositeKey = formatAgentKey(keyId, random.bytes(32));
  await table.put(putLoneCredential(canaryOrganization, keyId, digest(compositeKey), until));
  return new Secret(compositeKey);
}

import { placeOf, Repetitions } from "@shardwatch/core/contract/configuration/faults";
import { knownMistakes, repeatedObjects } from "@shardwatch/core/contract/configuration/objects";
import { faultsOfChanges } from "@shardwatch/core/contract/incident/built-in-changes";
import { changeableOf } from "@shardwatch/core/incident/rules/changeable";
import type { ConfigurationFile } from "./schema.ts";

/** Secrets that people put into the file, and what is right. */
export const secrets = new Map([
  ...knownMistakes,
  ["apiKey", "must not be in the file; use apiKeyEnv or apiKeyFile"],
  ["apiSecret", "must not be in the file; use apiSecretEnv or apiSecretFile"],
  ["key", "must not be in the file; use digest, as shardwatch-agent keygen prints it"],
  ["token", "must not be in the file; use digest, as shardwatch-agent keygen --token prints it"],
]);

/** What each entry allows alone, but the file does not. */
export function faultsBetween({ organizations }: ConfigurationFile): string[] {
  const found = new Repetitions();
  const once = found.once.bind(found);
  for (const [index, entry] of organizations.entries()) {
    const { id, shared, groups, agentKeys, tokens, redisCloud, elastiCache } = entry;
    const own = ["organizations", index];
    once("id", id, [...own, "id"]);
    if (shared) once("shared", "", [...own, "shared"]);
    if (shared && groups.length > 0)
      found.faults.push(
        `${placeOf([...own, "groups"])}: must not be given with shared; OIDC_GROUPS_ADMIN and OIDC_GROUPS_VIEWER give the roles there`,
      );
    for (const [at, { group }] of groups.entries())
      once(`group ${index}`, group, [...own, "groups", at, "group"]);
    for (const [at, { digest }] of agentKeys.entries())
      once("key", digest.id, [...own, "agentKeys", at, "digest"]);
    for (const [at, { digest }] of tokens.entries())
      once("token", digest.id, [...own, "tokens", at, "digest"]);
    for (const [at, { name }] of redisCloud.entries())
      once(`cloud ${index}`, name, [...own, "redisCloud", at, "name"]);
    for (const [at, { roleArn }] of elastiCache.entries())
      once("role", roleArn.toLowerCase(), [...own, "elastiCache", at, "roleArn"]);
    for (const [at, rule] of entry.rules.entries())
      if ("builtIn" in rule)
        for (const fault of faultsOfChanges(rule.changes, changeableOf(rule.builtIn)))
          found.faults.push(`${placeOf([...own, "rules", at])}.${fault}`);
    found.faults.push(...repeatedObjects(entry, own));
  }
  return found.faults;
}

import type * as z from "zod";
import type { ConfigurationFile } from "./schema.ts";

/** Secrets that people put into the file, and what is right. */
const secrets = new Map([
  ["apiKey", "must not be in the file; use apiKeyEnv or apiKeyFile"],
  ["apiSecret", "must not be in the file; use apiSecretEnv or apiSecretFile"],
  ["key", "must not be in the file; use digest, as shardwatch-agent keygen prints it"],
  ["token", "must not be in the file; use digest, as shardwatch-agent keygen --token prints it"],
]);

type Path = readonly PropertyKey[];

/** A place in the file, such as "organizations[0].agentKeys[1].digest". */
export const placeOf = (path: Path): string =>
  path.reduce<string>((place, part) => {
    if (typeof part === "number") return `${place}[${part}]`;
    return place === "" ? String(part) : `${place}.${String(part)}`;
  }, "");

/** A name that may be shown. Others may be a secret, or escape sequences for a terminal. */
const isWord = (key: string) => /^[A-Za-z]{1,40}$/.test(key);

/** One line for each fault, which starts with its place. No line shows a value. */
export function faultsOf({ issues }: z.ZodError): string[] {
  return issues.flatMap((issue) => {
    const { path, message } = issue;
    if (issue.code !== "unrecognized_keys") return [`${placeOf(path) || "the file"}: ${message}`];
    const words = issue.keys.filter(isWord);
    const faults = words.map(
      (key) => `${placeOf([...path, key])}: ${secrets.get(key) ?? "is not a setting"}`,
    );
    if (words.length < issue.keys.length)
      faults.push(`${placeOf(path) || "the file"}: has something that is not a setting`);
    return faults;
  });
}

/** What each entry allows alone, but the file does not. */
export function faultsBetween({ organizations }: ConfigurationFile): string[] {
  const faults: string[] = [];
  const seen = new Map<string, string>();
  const once = (kind: string, value: string, path: Path) => {
    const place = placeOf(path);
    const other = seen.get(`${kind} ${value}`);
    if (other !== undefined) faults.push(`${place}: is given at ${other}, too`);
    else seen.set(`${kind} ${value}`, place);
  };
  for (const [index, entry] of organizations.entries()) {
    const { id, shared, groups, agentKeys, tokens, redisCloud, elastiCache } = entry;
    const own = ["organizations", index];
    once("id", id, [...own, "id"]);
    if (shared) once("shared", "", [...own, "shared"]);
    if (shared && groups.length > 0)
      faults.push(
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
  }
  return faults;
}

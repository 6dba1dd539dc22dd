import { dirname } from "node:path";
import { redisCloudInput } from "@shardwatch/core/contract/source/redis-cloud";
import { readNamed } from "@shardwatch/core/kit/named-text";
import { Secret } from "@shardwatch/core/kit/secret";
import type { WantedOrganization } from "@shardwatch/core/managed/configuration";
import type { ServerSettings } from "../settings/settings.ts";
import type { Variables } from "../settings/read.ts";
import { readFile, wrongFile } from "./file.ts";
import type { ConfigurationFile } from "./schema.ts";

/** A file as the server uses it, with the secrets that it refers to. */
export interface OpenedFile {
  hash: string;
  organizations: WantedOrganization[];
}

type Cloud = ConfigurationFile["organizations"][number]["redisCloud"][number];

/**
 * Reads the file, and the secrets that it refers to.
 * @throws StartFailure with one line for each fault
 */
export function openFile(
  path: string,
  variables: Variables,
  {
    openId,
    sharedOrganization,
    elastiCache: isElastiCacheOn,
  }: Pick<ServerSettings, "openId" | "sharedOrganization" | "elastiCache">,
): OpenedFile {
  const { content, hash } = readFile(path);
  const faults: string[] = [];

  function secret(entry: Cloud, name: "apiKey" | "apiSecret", place: string): Secret {
    const named = { variable: entry[`${name}Env`], file: entry[`${name}File`] };
    const setting = `${place}.${name}${named.variable === undefined ? "File" : "Env"}`;
    const read = readNamed(named, { variables, folder: dirname(path) });
    if ("fault" in read) faults.push(`${setting}: ${read.fault}`);
    else if (!redisCloudInput.shape[name].safeParse(read.content).success)
      faults.push(`${setting}: what it refers to must be 1 to 200 printable characters without spaces`);
    return new Secret("content" in read ? read.content : "");
  }

  const organizations = content.organizations.map((entry, index): WantedOrganization => {
    const place = `organizations[${index}]`;
    const { id: entryId, name, shared: isShared, groups, elastiCache } = entry;
    if (isShared && sharedOrganization === undefined)
      faults.push(`${place}.shared: each person with a Redis Cloud account has an organization of their own`);
    if (groups.length > 0 && !openId)
      faults.push(`${place}.groups: need sign-in by OpenID Connect (OIDC_ISSUER)`);
    if (elastiCache.length > 0 && !isElastiCacheOn)
      faults.push(`${place}.elastiCache: needs ELASTICACHE=on and AWS_ACCOUNT_ID`);
    return {
      entryId,
      name,
      isShared,
      groups,
      agentKeys: entry.agentKeys.map(({ name: called, digest: { id: keyId, secretHash } }) => ({
        keyId,
        name: called,
        secretHash,
      })),
      tokens: entry.tokens.map(({ digest, ...token }) => ({ ...token, ...digest })),
      redisCloud: entry.redisCloud.map((cloud, at) => ({
        name: cloud.name,
        apiKey: secret(cloud, "apiKey", `${place}.redisCloud[${at}]`),
        apiSecret: secret(cloud, "apiSecret", `${place}.redisCloud[${at}]`),
      })),
      elastiCache,
    };
  });
  if (faults.length > 0) throw wrongFile(path, faults);
  return { hash, organizations };
}

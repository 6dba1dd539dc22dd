import { dirname, resolve } from "node:path";
import { redisCloudInput } from "@shardwatch/core/contract/source/redis-cloud";
import { Secret } from "@shardwatch/core/kit/secret";
import type { WantedOrganization } from "@shardwatch/core/managed/configuration";
import type { ServerSettings } from "../settings/settings.ts";
import type { Variables } from "../settings/read.ts";
import { readFile, wrongFile } from "./file.ts";
import type { ConfigurationFile } from "./schema.ts";
import { readText } from "@shardwatch/core/kit/text-file";

/** A file as the server uses it, with the secrets that it refers to. */
export interface OpenedFile {
  hash: string;
  organizations: WantedOrganization[];
}

type Cloud = ConfigurationFile["organizations"][number]["redisCloud"][number];

const mostSecretBytes = 65_536;

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
    const variable = entry[`${name}Env`];
    const setting = `${place}.${name}${variable === undefined ? "File" : "Env"}`;
    const text = variable === undefined ? ofFile(entry[`${name}File`] ?? "") : ofVariable(variable);
    if ("fault" in text) faults.push(`${setting}: ${text.fault}`);
    else if (!redisCloudInput.shape[name].safeParse(text.content).success)
      faults.push(`${setting}: what it refers to must be 1 to 200 printable characters without spaces`);
    return new Secret("content" in text ? text.content.trim() : "");
  }

  function ofVariable(name: string): { content: string } | { fault: string } {
    const value = variables[name];
    // Its name is not shown: somebody may have put the secret there, which looks like a name.
    return value ? { content: value } : { fault: "the environment variable that it names is not set" };
  }

  function ofFile(named: string): { content: string } | { fault: string } {
    const read = readText(resolve(dirname(path), named), mostSecretBytes);
    return "fault" in read ? { fault: `the file that it names ${read.fault}` } : read;
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

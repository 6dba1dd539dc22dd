import { dirname } from "node:path";
import { channelInput } from "@shardwatch/core/contract/channel/channel";
import { addedKinds } from "@shardwatch/core/contract/channel/kinds/kinds";
import type { ManagedChannel } from "@shardwatch/core/channel/managed";
import { type ChannelEntry, placeOfEntry } from "@shardwatch/core/contract/configuration/channel-entry";
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

  /** @param isRight whether the text can be it, and what it must be */
  function secret(
    entry: object,
    name: string,
    place: string,
    { isRight, must }: { isRight: (text: string) => boolean; must: string },
  ): Secret {
    const settings = entry as Readonly<Record<string, string | undefined>>;
    const named = { variable: settings[`${name}Env`], file: settings[`${name}File`] };
    const setting = `${place}.${name}${named.variable === undefined ? "File" : "Env"}`;
    const read = readNamed(named, { variables, folder: dirname(path) });
    if ("fault" in read) faults.push(`${setting}: ${read.fault}`);
    else if (!isRight(read.content)) faults.push(`${setting}: what it refers to must be ${must}`);
    return new Secret("content" in read ? read.content : "");
  }

  const cloudSecret = (entry: Cloud, name: "apiKey" | "apiSecret", place: string): Secret =>
    secret(entry, name, place, {
      isRight: (text) => redisCloudInput.shape[name].safeParse(text).success,
      must: "1 to 200 printable characters without spaces",
    });

  function channelOf(entry: ChannelEntry, place: string): ManagedChannel {
    // What switched itself off goes on again when the file is read.
    const { minimum, on = true } = entry;
    if (!("name" in entry)) return { kind: entry.kind, minimum, on };
    const { credential: name, shown, must } = addedKinds[entry.kind];
    const credential = secret(entry, name, place, {
      isRight: (text) => shown(text) !== undefined,
      must,
    });
    const hasSecret = entry.secretEnv !== undefined || entry.secretFile !== undefined;
    const signing = hasSecret
      ? secret(entry, "secret", place, {
          isRight: (text) => channelInput.shape.secret.safeParse(text).success,
          must: '"whsec_" and 32 bytes in base64',
        })
      : undefined;
    return {
      kind: entry.kind,
      name: entry.name,
      credential,
      place: placeOfEntry(entry),
      secret: signing,
      minimum,
      on,
    };
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
        apiKey: cloudSecret(cloud, "apiKey", `${place}.redisCloud[${at}]`),
        apiSecret: cloudSecret(cloud, "apiSecret", `${place}.redisCloud[${at}]`),
      })),
      elastiCache,
      channels: entry.channels.map((channel, at) => channelOf(channel, `${place}.channels[${at}]`)),
      routes: entry.routes,
      rules: entry.rules,
      silences: entry.silences,
      views: entry.views,
    };
  });
  if (faults.length > 0) throw wrongFile(path, faults);
  return { hash, organizations };
}

import { objectLists } from "@shardwatch/core/contract/configuration/objects";
import {
  flag,
  listOf as givenList,
  oneReference,
  path,
  text,
  variable,
} from "@shardwatch/core/contract/configuration/settings";
import { accessKeyName } from "@shardwatch/core/contract/source/access-key";
import { elastiCacheInput } from "@shardwatch/core/contract/source/elasticache";
import { organizationInput } from "@shardwatch/core/contract/people/organization";
import { redisCloudChange } from "@shardwatch/core/contract/source/redis-cloud";
import { organizationRoles, roleTraits } from "@shardwatch/core/contract/people/roles";
import { mostNetworks, mostTokens, tokenLife } from "@shardwatch/core/contract/token/limits";
import { allScopes } from "@shardwatch/core/contract/token/scopes";
import { tokenChange } from "@shardwatch/core/contract/token/token";
import { readNetworks } from "@shardwatch/core/kit/ip-networks";
import { parseDigest } from "@shardwatch/core/kit/secret-digest";
import { dateText } from "@shardwatch/core/kit/time";
import { latestEndOf } from "@shardwatch/core/programs/managed";
import * as z from "zod";

/** The limits of an organization hold for what the file has and what people make together. */
const most = { organizations: 100, groups: 50, agentKeys: 100, tokens: mostTokens, accounts: 50 };

const listOf = <S extends z.ZodType>(element: S, limit: number) => givenList(element, limit).default([]);

/** The roles that the file can give, with its words for them. */
const roleWords = organizationRoles
  .toReversed()
  .map((role) => ({ role, word: roleTraits[role].word.toLowerCase() }));

const roleByWord = z.union(
  roleWords.map(({ role, word }) => z.literal(word).transform(() => role)),
  { error: `must be ${roleWords.map(({ word }) => `"${word}"`).join(" or ")}` },
);

const groups = listOf(
  z.strictObject({
    group: text.min(1, "is empty").max(200, "must have at most 200 characters"),
    role: roleByWord,
  }),
  most.groups,
);

const digestOf = (kind: "key" | "tok", what: string, command: string) =>
  text.transform((given, context) => {
    const parsed = parseDigest(kind, given);
    if (parsed) return parsed;
    const message = given.startsWith("sw_")
      ? `is the ${what} itself; it must be its digest, as ${command} prints it`
      : `must be a digest such as ${kind}_…:…, as ${command} prints it`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

const token = z
  .strictObject({
    name: tokenChange.shape.name,
    digest: digestOf("tok", "token", "shardwatch-agent keygen --token"),
    scopes: z
      .array(z.enum(allScopes, { error: `must be one of ${allScopes.join(", ")}` }), {
        error: ({ input }) => (input === undefined ? "is required" : "must be a list"),
      })
      .pipe(tokenChange.shape.scopes),
    expiresAt: text
      .pipe(
        z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
          error: "must be a day such as 2027-06-30, or a time such as 2027-06-30T12:00:00Z",
        }),
      )
      .transform((given) => Date.parse(given)),
    networks: listOf(text.max(50, "is too long"), mostNetworks).superRefine((given, context) => {
      const read = readNetworks(given);
      const message = "must be like 192.0.2.4, 192.0.2.0/24 or 2001:db8::/32";
      if ("wrong" in read) context.addIssue({ code: "custom", path: [given.indexOf(read.wrong)], message });
    }),
  })
  .superRefine(({ digest: { id }, expiresAt }, context) => {
    const latest = latestEndOf(id);
    if (latest === undefined)
      context.addIssue({ code: "custom", path: ["digest"], message: "has an id that keygen did not make" });
    else if (expiresAt > latest)
      context.addIssue({
        code: "custom",
        path: ["expiresAt"],
        message: `must be ${dateText(latest)} at most, ${tokenLife.most} days after keygen made the token`,
      });
  });

const cloud = z
  .strictObject({
    name: redisCloudChange.shape.name.unwrap(),
    apiKeyEnv: variable.optional(),
    apiKeyFile: path.optional(),
    apiSecretEnv: variable.optional(),
    apiSecretFile: path.optional(),
  })
  .superRefine(oneReference("apiKey"))
  .superRefine(oneReference("apiSecret"));

/** The same lists as in a file that the command line applies. */
const { channels, routes, rules, silences, views } = objectLists;

const organization = z.strictObject({
  channels: channels.default([]),
  // One that lists none leaves them to people.
  routes: routes.optional(),
  rules: rules.default([]),
  silences: silences.default([]),
  views: views.default([]),
  id: text.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be lower-case letters, digits and hyphens"),
  name: organizationInput.shape.name,
  shared: flag.default(false),
  groups,
  agentKeys: listOf(
    z.strictObject({ name: accessKeyName, digest: digestOf("key", "key", "shardwatch-agent keygen") }),
    most.agentKeys,
  ),
  tokens: listOf(token, most.tokens),
  redisCloud: listOf(cloud, most.accounts),
  elastiCache: listOf(
    z.strictObject({
      roleArn: elastiCacheInput.shape.roleArn,
      detailedHistory: flag.default(false),
    }),
    most.accounts,
  ),
});

/** What a configuration file may hold. Unknown settings are faults, as they would be forgotten silently. */
export const configurationFile = z.strictObject(
  {
    organizations: z
      .array(organization, {
        error: ({ input }) =>
          input === undefined ? 'is required; "[]" has none on purpose' : "must be a list",
      })
      .max(most.organizations, `must have at most ${most.organizations} entries`),
  },
  {
    error: ({ code }) =>
      code === "invalid_type" ? 'must be settings such as "organizations: []"' : undefined,
  },
);

export type ConfigurationFile = z.output<typeof configurationFile>;

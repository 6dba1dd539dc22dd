import { accessKeyName } from "@shardwatch/core/contract/source/access-key";
import { elastiCacheInput } from "@shardwatch/core/contract/source/elasticache";
import { organizationInput } from "@shardwatch/core/contract/people/organization";
import { redisCloudChange } from "@shardwatch/core/contract/source/redis-cloud";
import { organizationRoles, roleTraits } from "@shardwatch/core/contract/people/roles";
import { parseAgentKeyDigest } from "@shardwatch/core/kit/agent-key-digest";
import * as z from "zod";

/** The limits of an organization hold for keys and accounts of the file and of people together. */
const most = { organizations: 100, groups: 50, agentKeys: 100, accounts: 50 };

const text = z.string({ error: ({ input }) => (input === undefined ? "is required" : "must be a text") });

const listOf = <S extends z.ZodType>(element: S, limit: number) =>
  z.array(element, { error: "must be a list" }).max(limit, `must have at most ${limit} entries`).default([]);

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

const digest = text.transform((given, context) => {
  const parsed = parseAgentKeyDigest(given);
  if (parsed) return parsed;
  const message = given.startsWith("sw_")
    ? "is the key itself; it must be its digest, as shardwatch-agent keygen prints it"
    : "must be a digest such as key_…:…, as shardwatch-agent keygen prints it";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const variable = text.regex(/^[A-Za-z_]\w*$/, "must be the name of an environment variable");
const path = text.min(1, "is empty").max(4_096, "is too long for a path");

const cloud = z
  .strictObject({
    name: redisCloudChange.shape.name.unwrap(),
    apiKeyEnv: variable.optional(),
    apiKeyFile: path.optional(),
    apiSecretEnv: variable.optional(),
    apiSecretFile: path.optional(),
  })
  .superRefine((entry, context) => {
    for (const name of ["apiKey", "apiSecret"] as const) {
      const given = [entry[`${name}Env`], entry[`${name}File`]].filter((one) => one !== undefined);
      const message = given.length === 0 ? `is required, or ${name}File` : `excludes ${name}File; keep one`;
      if (given.length !== 1) context.addIssue({ code: "custom", path: [`${name}Env`], message });
    }
  });

const organization = z.strictObject({
  id: text.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be lower-case letters, digits and hyphens"),
  name: organizationInput.shape.name,
  shared: z.boolean({ error: "must be true or false" }).default(false),
  groups,
  agentKeys: listOf(z.strictObject({ name: accessKeyName, digest }), most.agentKeys),
  redisCloud: listOf(cloud, most.accounts),
  elastiCache: listOf(
    z.strictObject({
      roleArn: elastiCacheInput.shape.roleArn,
      detailedHistory: z.boolean({ error: "must be true or false" }).default(false),
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

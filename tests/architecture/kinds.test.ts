import { allRoles } from "@shardwatch/core/contract/people/roles";
import { ruleIds } from "@shardwatch/core/contract/incident/rules";
import { expect, test } from "vitest";
import { read, sourceFiles } from "./files.ts";

/*
 * A kind is one object. Nothing else asks which kind something is: it asks for what the kind's object says. So a new
 * kind can't be forgotten anywhere.
 */

interface Family {
  /** How code names a kind. */
  names: RegExp;
  /** The records in which each kind is one entry, and files of one kind. */
  own: readonly string[];
}

const families: Readonly<Record<string, Family>> = {
  source: {
    names: /"redis-cloud"|[!=]== "elasticache"|"elasticache" [!=]==|case "elasticache"/g,
    own: [
      "packages/core/src/contract/source/source.ts",
      "packages/core/src/sources.ts",
      "packages/core/src/ports/accounts.ts",
      "packages/core/src/adapters/sealed-accounts.ts",
      "packages/core/src/adapters/account-addresses.ts",
      "packages/functions/src/jobs/read-redis-cloud.ts",
      "packages/local/src/third-parties.ts",
      "packages/web/src/sources/index.ts",
      "packages/web/src/sources/details.ts",
      "packages/web/src/pages/integrations/kinds.tsx",
      "packages/core/src/redis-cloud/",
      "packages/web/src/api/sources/redis-cloud",
      "packages/web/src/pages/integrations/add/RedisCloudSteps.tsx",
      // What is shown of a demo.
      "packages/local/src/seed/",
      "packages/local/src/demo",
    ],
  },
  channel: {
    names:
      /"(?:webhook|slack|pagerduty|teams|googlechat)"|[!=]== "(mail|app)"|"(mail|app)" [!=]==|case "(mail|app)"|[{,]\s*webhook\s*[:,}]/g,
    own: [
      "packages/core/src/contract/channel/words.ts",
      "packages/core/src/contract/channel/kinds/",
      "packages/core/src/channel/kinds/",
      "packages/core/src/channel/sending/",
      "packages/web/src/pages/profile/channels/kinds/",
      "packages/local/src/simulators/chats/",
    ],
  },
  agent: {
    names: /\b(source|kind)\s*[!=]== "agent"/g,
    // There "agent" is no kind of source: a caller, or the cause of an incident.
    own: [
      "packages/core/src/access/",
      "packages/core/src/audit/",
      "packages/core/src/incident/messages/words.ts",
      "packages/web/src/pages/incidents/",
      // What is shown of a demo.
      "packages/local/src/seed/",
    ],
  },
  role: {
    names: new RegExp(allRoles.map((role) => `"${role}"`).join("|"), "g"),
    own: [
      "packages/core/src/contract/people/roles.ts",
      "packages/web/src/ui/text/roles.ts",
      "packages/local/src/seed/",
    ],
  },
  rule: {
    names: new RegExp(
      ruleIds
        .filter((id) => id.includes("-"))
        .map((id) => `"${id}"`)
        .join("|"),
      "g",
    ),
    own: [
      "packages/core/src/contract/incident/rules.ts",
      "packages/core/src/incident/rules/",
      // An account's incident ends with this one, whichever rule it began with.
      "packages/core/src/incident/judging/explain.ts",
    ],
  },
};

/** The kinds of a family that a file names, where it should ask for what they say. */
function namesIn(path: string, text: string, { names, own }: Family): string[] {
  const isOurs =
    path.startsWith("packages/") && !/\.test\.tsx?$|^packages\/agent\/|\/simulators\//.test(path);
  return isOurs && !own.some((place) => path.startsWith(place)) ? (text.match(names) ?? []) : [];
}

test.each(Object.entries(families))("nothing asks which %s something is", (_, family) => {
  const found = sourceFiles().flatMap((path) =>
    namesIn(path, read(path), family).map((name) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ["source", 'const words = { "redis-cloud": 1 };'],
  ["source", 'case "elasticache":'],
  ["channel", 'if (kind === "mail") return 1;'],
  ["channel", 'channels.filter(({ kind }) => kind === "webhook")'],
  ["channel", 'const words = { mail: "E-mail", webhook: "Webhook" };'],
  ["agent", 'if (source === "agent") return 1;'],
  ["role", 'roles.includes("ORG_ADMIN")'],
  ["rule", 'rule === "memory-full"'],
])("a %s is named in %s", (name, code) => {
  const family = families[name];
  if (!family) throw new Error(`there is no family ${name}`);
  expect(namesIn("packages/core/src/history/new.ts", code, family)).toHaveLength(1);
  expect(namesIn(family.own[0] ?? "", code, family)).toEqual([]);
});

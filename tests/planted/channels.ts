import type { Fault } from "./fault.ts";

const channel = (name: string) => `packages/core/src/channel/${name}.ts`;
const incident = (name: string) => `packages/core/src/incident/${name}.ts`;
const planned = [incident("plan.test")];
const mail = ["tests/contract/incident-mail.test.ts"];
const routes = ["tests/contract/channels.test.ts"];
const messages = ["tests/contract/channel-messages.test.ts"];

export const channels: readonly Fault[] = [
  {
    id: "CH01",
    what: "everybody learns where channels lead to",
    file: channel("map"),
    find: "if (!isManager) return { id, kind, name };",
    plant: "",
    tests: routes,
    title: "learns names",
  },
  {
    id: "CH02",
    what: "a signing secret opens in the row of every channel",
    file: channel("channel"),
    find: "ctx.vault.seal(secret, id),",
    plant: 'ctx.vault.seal(secret, "channel"),',
    tests: routes,
    title: "last four",
  },
  {
    id: "CH03",
    what: "a message is sent again by every pass",
    file: incident("plan"),
    find: "if (told.sequence >= sequence) return false;",
    plant: "",
    tests: planned,
  },
  {
    id: "CH04",
    what: "a channel hears of the end of what it never heard of",
    file: incident("plan"),
    find: "return resolvedAt === null && !isWorse(",
    plant: "return !isWorse(",
    tests: planned,
  },
  {
    id: "CH05",
    what: "a silenced incident is announced",
    file: incident("plan"),
    find: "return silencedUntil === null || silencedUntil <= now;",
    plant: "return true;",
    tests: planned,
  },
  {
    id: "CH06",
    what: "a storm sends a message for each incident",
    file: channel("brake"),
    find: "news.length > (together ? 1 : room)",
    plant: "news.length > 1_000",
    tests: [channel("brake.test")],
  },
  {
    id: "CH07",
    what: "what came up during dead hours goes out one by one",
    file: incident("announce"),
    find: "if (isAfterGap && now - since < comeBackWithin)",
    plant: "if (isAfterGap && now === since)",
    tests: messages,
    title: "INC08",
  },
  {
    id: "CH08",
    what: "the message of an incident is not in its transaction",
    file: incident("pass"),
    find: "[...rows, ...(messages.get(id) ?? [])]",
    plant: "[...rows, ...(messages.get(id) ?? []).slice(1)]",
    tests: ["tests/faults/incidents.test.ts"],
    title: "R1",
  },
  {
    id: "CH09",
    what: "receivers drop an acknowledgement as old",
    file: incident("announce-acknowledgement"),
    find: "sequence: sequence + 1,\n    told: {",
    plant: "sequence,\n    told: {",
    tests: messages,
    title: "acknowledgement",
  },
  {
    id: "CH10",
    what: "viewers get mail",
    file: channel("subscription"),
    find: 'roles.includes("ORG_ADMIN") && ',
    plant: "",
    tests: mail,
  },
  {
    id: "CH11",
    what: "a program that checks links ends somebody's mail",
    file: "packages/functions/src/api/routes/unsubscribe.ts",
    find: "if (!(await isUnsubscribeAddress(",
    plant: "if (!(await unsubscribe(",
    tests: mail,
  },
  {
    id: "CH12",
    what: "any token ends a person's mail",
    file: channel("subscription"),
    find: "sameDigest(digest(mailSettingsKind.read(row).token), digest(token))",
    plant: "token !== undefined",
    tests: mail,
  },
  {
    id: "CH13",
    what: "an organization sends any number of tests",
    file: channel("ping"),
    find: "      counted,\n",
    plant: "",
    tests: routes,
    title: "CHN06",
  },
  {
    id: "CH14",
    what: "a mail program can't end mail, because it sends no Origin",
    file: "packages/functions/src/http/origin.ts",
    find: "/^\\/agent\\/reports$|^\\/mail\\//",
    plant: "/^\\/agent\\/reports$/",
    tests: mail,
  },
];

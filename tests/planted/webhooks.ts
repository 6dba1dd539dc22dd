import type { Fault } from "./fault.ts";

const bounded = "packages/core/src/adapters/bounded-post.ts";
const post = "packages/core/src/adapters/public-post.ts";
const attacks = ["tests/contract/webhook-attacks.test.ts"];

export const webhooks: readonly Fault[] = [
  {
    id: "W01",
    what: "the name of a webhook is resolved a second time when the connection is opened",
    file: bounded,
    find: "...(addresses && { lookup: lookupOf(addresses), servername: url.hostname }),",
    plant: "",
    tests: attacks,
  },
  {
    id: "W02",
    what: "a name of which one address is public is connected to",
    file: post,
    find: "!addresses.every(",
    plant: "!addresses.some(",
    tests: attacks,
  },
  {
    id: "W03",
    what: "a webhook goes through the proxy that the environment names",
    file: bounded,
    find: "agent: false as const,",
    plant: "",
    tests: attacks,
  },
  {
    id: "W04",
    what: "the address of a connection is not compared",
    file: bounded,
    find: "if (addresses) checkConnection(",
    plant: "if (addresses?.length === 0) checkConnection(",
    tests: attacks,
  },
  {
    id: "W05",
    what: "the certificates of receivers are not verified where the environment says so",
    file: bounded,
    find: "rejectUnauthorized: true,",
    plant: "",
    tests: ["packages/core/src/adapters/public-post.test.ts"],
  },
  {
    id: "W06",
    what: "a former signing secret signs for ever",
    file: "packages/core/src/channel/sign.ts",
    find: "former && now < former.until",
    plant: "former",
    tests: ["packages/core/src/channel/sign.test.ts"],
  },
  {
    id: "W07",
    what: "names in mails are HTML",
    file: "packages/core/src/channel/mail.ts",
    find: "`<bdi>${escape(text)}</bdi>`",
    plant: "`<bdi>${text}</bdi>`",
    tests: ["packages/core/src/channel/mail.test.ts"],
  },
  {
    id: "W08",
    what: "a line break in a name begins another header of a mail",
    file: "packages/core/src/channel/mail.ts",
    find: "cut(cleanText(text).trim(), length)",
    plant: "cut(text, length)",
    tests: ["packages/core/src/channel/mail.test.ts"],
  },
];

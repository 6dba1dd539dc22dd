import type { Fault } from "./fault.ts";

const channel = (name: string) => `packages/core/src/channel/${name}.ts`;
const api = ["tests/contract/chats.test.ts"];
const faults = ["tests/faults/chats.test.ts"];

/** Channels that are chats and on-call services. */
export const chatFaults: readonly Fault[] = [
  {
    id: "N493",
    what: "an older message of an incident is sent after a newer one",
    file: channel("delivery/action"),
    find: 'if (before.length < siblings.length) return { step: "skip", why: "newer" };',
    plant: 'if (before.length < siblings.length && false) return { step: "skip", why: "newer" };',
    tests: api,
  },
  {
    id: "N494",
    what: "what waits is sent message by message after any time",
    file: channel("sending/fold"),
    find: "now - Math.min(failingSince, createdAt) >= summaryAfter",
    plant: "now - Math.min(failingSince, createdAt) >= summaryAfter * 100",
    tests: api,
  },
  {
    id: "N495",
    what: "each worker makes a summary of its own",
    file: channel("sending/fold"),
    find: "filter(({ id }) => id < of.delivery.id)",
    plant: "filter(({ id }) => id < of.delivery.id && false)",
    tests: faults,
  },
  {
    id: "N496",
    what: "a message in Slack is never changed in place",
    file: channel("sending/slack"),
    find: "known.findLast(({ channel }) => channel === conversation)",
    plant: "known.findLast(({ channel }) => channel === conversation && false)",
    tests: api,
  },
  {
    id: "N497",
    what: "an answer of Slack that says no counts as sent",
    file: channel("sending/slack"),
    find: "if (said.ok) return",
    plant: "if (said.ok || true) return",
    tests: api,
  },
  {
    id: "N498",
    what: "a token that was revoked leaves its channel on",
    file: channel("delivery/schedule"),
    find: 'if (verdict === "gone" || verdict === "refused")',
    plant: 'if (verdict === "gone")',
    tests: api,
  },
  {
    id: "N499",
    what: "names reach the notification text of Slack as markup",
    file: channel("messages/slack"),
    find: 'value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");',
    plant: 'value.replaceAll("&", "&amp;");',
    tests: ["packages/core/src/channel/messages/chats.test.ts"],
  },
  {
    id: "N500",
    what: "the brake holds back the end of a message that is changed in place",
    file: "packages/core/src/incident/messages/plan.ts",
    find: 'return inPlace && type !== "incident.opened"',
    plant: 'return inPlace && type === "incident.acknowledged"',
    tests: ["packages/core/src/incident/messages/plan-chats.test.ts"],
  },
  {
    id: "N501",
    what: "PagerDuty gets a summary in place of alerts",
    file: "packages/core/src/incident/messages/plan.ts",
    find: 'if (storms === "each") return true;',
    plant: 'if (storms === "each" && false) return true;',
    tests: ["packages/core/src/incident/messages/plan-chats.test.ts"],
  },
  {
    id: "N502",
    what: "a test that succeeds brings a queue of seven hours back",
    file: channel("sending/fold"),
    find: "now - Math.min(failingSince, createdAt) >= summaryAfter",
    plant: "now - failingSince >= summaryAfter",
    tests: api,
  },
  {
    id: "N503",
    what: "a message that waits for its summary is sent as well",
    file: channel("rows/sending.table"),
    find: "  when: free(now),\n});\n\nconst skip",
    plant: '  when: untouched(delivery as Named & Pick<Delivery, "due">, now),\n});\n\nconst skip',
    tests: faults,
  },
];

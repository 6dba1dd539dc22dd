import fc from "fast-check";
import { expect, test } from "vitest";
import {
  hostileNames,
  incidentEvent,
  messageIncident,
  namedIncident,
  opened,
  testPing,
} from "../../../../../tests/support/messages.ts";
import { mailOf } from "./mail.ts";

const tagsIn = (html: string) => html.match(/<[^>]*>/g) ?? [];
/** The texts of a page, as a reader sees them. */
const textsIn = (html: string) =>
  html
    .replace(/<[^>]*>/g, "\u0000")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .split("\u0000");

const harmless = mailOf(incidentEvent(namedIncident("cart")));

test("CHN01 a mail says what, since when, why, what is affected and what to do", () => {
  const incident = messageIncident({
    affected: {
      count: 3,
      first: [
        { id: "dep_1", name: "cart", value: "96%" },
        { id: "dep_2", name: "", value: "91%" },
      ],
    },
  });
  const { subject, text } = mailOf(incidentEvent(incident));
  expect(subject).toBe("Critical: Memory is full: cart");
  expect(text).toBe(`Critical: Memory is full: cart

Since: Nov 23, 2026, 10:05 UTC
Cause: deployment cart
Affected: 3

- cart: 96%
- dep_2: 91%
and 1 more

What to do: Raise maxmemory, or let the store evict keys.

    redis-cli CONFIG SET maxmemory 8gb

Open the incident: https://shardwatch.example/incidents/inc_0123456789abcdefghjk
`);
});

test("CHN01 a mail says since when it lasts, not when a rule noticed it", () => {
  const incident = messageIncident({ since: opened - 3 * 60_000 });
  expect(mailOf(incidentEvent(incident)).text).toContain("Since: Nov 23, 2026, 10:02 UTC\n");
  const over = messageIncident({ since: opened - 3 * 60_000, resolvedAt: opened + 60_000 });
  expect(mailOf(incidentEvent(over, "incident.resolved"), true).subject).toMatch(/^Over, 10:02–10:06 UTC: /);
});

test("CHN01 the HTML has the same facts and links to the incident", () => {
  const { subject, html } = harmless;
  expect(textsIn(html)).toEqual(
    expect.arrayContaining([subject, "Nov 23, 2026, 10:05 UTC", "deployment cart", "and 1 more"]),
  );
  expect(tagsIn(html).filter((tag) => tag.startsWith("<a"))).toEqual([
    '<a href="https://shardwatch.example/incidents/inc_0123456789abcdefghjk">',
  ]);
});

test.each([
  ["incident.opened", "Warning: Memory is full: cart"],
  ["incident.changed", "Changed, warning: Memory is full: cart"],
  ["incident.acknowledged", "Acknowledged: Memory is full: cart"],
  ["incident.resolved", "Resolved: Memory is full: cart"],
] as const)("CHN01 the subject of %s begins with what happened", (type, subject) => {
  expect(mailOf(incidentEvent(messageIncident({ severity: "warning" }), type)).subject).toBe(subject);
});

test("CHN01 who acknowledged it and when it ended are told", () => {
  const { text } = mailOf(
    incidentEvent(
      messageIncident({
        resolvedAt: opened + 60_000,
        acknowledged: { by: "Ada", at: opened, note: "on it" },
      }),
      "incident.resolved",
    ),
  );
  expect(text).toContain("Resolved: Nov 23, 2026, 10:06 UTC\n");
  expect(text).toContain("Acknowledged: Ada, Nov 23, 2026, 10:05 UTC: on it\n");
});

test("CHN01 a mail of the end says nothing of what to do", () => {
  const { text, html } = mailOf(
    incidentEvent(messageIncident({ resolvedAt: opened + 60_000 }), "incident.resolved"),
  );
  expect(text).toContain("Open the incident");
  expect(text + html).not.toMatch(/What to do|redis-cli|<pre>/);
});

test.each([
  ["licence", "Cause: license of cart\n"],
  ["source", "Cause: account cart\n"],
  ["host", "Cause: network of the agent cart\n"],
  ["rule", "Since: Nov 23, 2026, 10:05 UTC\nAffected:"],
])("CHN01 the cause %s is in words of people", (kind, expected) => {
  const { text } = mailOf(incidentEvent(messageIncident({ cause: { kind, id: "dep_1", name: "cart" } })));
  expect(text).toContain(expected);
});

test("CHN01 without advice and command there is no empty place for them", () => {
  const { text, html } = mailOf(incidentEvent(messageIncident({ advice: "", command: "" })));
  expect(text).toContain("- cart: 96%\n\nOpen the incident");
  expect(html).not.toMatch(/What to do|<pre>/);
});

test("CHN06 the mail of a test says so", () => {
  const { subject, text } = mailOf(testPing("On call"));
  expect(subject).toBe("Test of channel On call");
  expect(text).toContain("This is a test.");
  expect(text).not.toContain("What to do");
});

/** What a hostile name must not be able to do to a mail. */
function expectSafe(name: string): void {
  for (const event of [incidentEvent(namedIncident(name)), testPing(name)]) {
    const { subject, text, html } = mailOf(event);
    expect(subject).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    // Programs decode an encoded word of a header.
    expect(subject).not.toContain("=?");
    expect(subject.length).toBeLessThanOrEqual(150);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    const plain = mailOf("incident" in event ? incidentEvent(namedIncident("cart")) : testPing("cart"));
    // A name adds neither tags nor lines.
    expect(tagsIn(html)).toEqual(tagsIn(plain.html));
    expect(html.replace(/<[^>]*>/g, "")).not.toMatch(/[<>"']/);
    expect(text.split("\n").length).toBe(plain.text.split("\n").length);
  }
}

test.each(hostileNames)("CHN07 %j is only a name in subject, text and HTML", (name) => {
  expectSafe(name);
  const { subject, html } = mailOf(testPing(name));
  expect(textsIn(html)).toContain(subject);
});

test("CHN07 whatever a name is made of, it adds no tag, no line and no control character", () => {
  const unit = fc.oneof(
    fc.string({ unit: "binary", maxLength: 3 }),
    fc.constantFrom(
      "<",
      ">",
      '"',
      "'",
      "&",
      "/",
      "=",
      "\r",
      "\n",
      "\u202e",
      "\u2028",
      "a",
      "😀",
      "\ud800",
      "\u0301",
    ),
  );
  const name = fc.array(unit, { minLength: 1, maxLength: 60 }).map((parts) => `n${parts.join("")}`);
  fc.assert(fc.property(name, expectSafe));
});

test("CHN07 a link is escaped too", () => {
  const incident = messageIncident();
  const links = { web: 'https://shardwatch.example/"><b>\nX: y', api: "" };
  const { html, text } = mailOf(incidentEvent({ ...incident, links }));
  expect(tagsIn(html)).not.toContain("<b>\nX: y");
  expect(html).toContain('<a href="https://shardwatch.example/&quot;&gt;&lt;b&gt; X: y">');
  expect(text).toMatch(/Open the incident: [^\r\n]*X: y\n$/);
});

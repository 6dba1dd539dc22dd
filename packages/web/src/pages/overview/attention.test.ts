import type { Incident } from "@shardwatch/core/contract/incident/incident";
import type { SourceState } from "@shardwatch/core/contract/source/state";
import { expect, test } from "vitest";
import { now } from "../../../../../tests/support/filters.ts";
import { openIncident as incident, affecting } from "../../../../../tests/support/open-incidents.ts";
import { attentionIn, concernedBy, reasonOf } from "./attention.ts";

const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const titles = (incidents: readonly Incident[]) => incidents.map(({ title }) => title);
const behind = (count: number, value: string | null = null): Incident["affected"] => {
  const rows = Array.from({ length: count }, (_, index) => ({ id: `dep_${index}`, name: `cache-${index}` }));
  const { first, ...others } = affecting(rows);
  return { first: first.map((member) => ({ ...member, value })), ...others };
};
const silence = "Agent eu-1 stopped reporting (14 deployments)";

test("OVR03 INC11 the list begins with what is most urgent, and of that with the oldest", () => {
  const { urgent } = attentionIn([
    incident({ title: "late warning", severity: "warning", since: minutesAgo(2), openedAt: minutesAgo(1) }),
    incident({
      title: "early warning",
      severity: "warning",
      since: minutesAgo(9),
      openedAt: minutesAgo(1),
    }),
    incident({ title: "late", since: minutesAgo(3), openedAt: minutesAgo(3) }),
    // Noticed last, and the oldest of all.
    incident({ title: "early", since: minutesAgo(60), openedAt: minutesAgo(1) }),
  ]);
  expect(titles(urgent)).toEqual(["early", "late", "early warning", "late warning"]);
});

test("SCR01 INC11 information needs no attention, and what is silenced is apart", () => {
  const incidents = [
    incident({ title: "open" }),
    incident({ title: "info", severity: "info" }),
    incident({ title: "silenced", silencedUntil: minutesAgo(-1) }),
    incident({ title: "silenced info", severity: "info", silencedUntil: minutesAgo(-1) }),
  ];
  const { urgent, silenced } = attentionIn(incidents);
  expect(titles(urgent)).toEqual(["open"]);
  expect(titles(silenced)).toEqual(["silenced", "silenced info"]);
});

test("OVR03 SCR01 what an incident concerns is one deployment, exactly their rows, or its own page", () => {
  const to = (count: number, organization?: string) =>
    concernedBy(incident({ affected: behind(count) }), organization);
  expect(to(1)).toMatchObject({ to: "/deployments/dep_0", text: "cache-0" });
  expect(to(1, "org_one")).toMatchObject({ to: "/deployments/dep_0?list=all&org=org_one" });
  expect(to(2)).toMatchObject({ to: "/deployments?id=dep_0,dep_1", text: "2 deployments" });
  expect(to(2, "org_one")?.to).toBe("/deployments?org=org_one&id=dep_0,dep_1");
  expect(to(20)?.to).toContain("dep_19");
  expect(to(21)).toMatchObject({ to: "/incidents/inc_1", text: "21 deployments" });
  expect(to(5_000)?.text).toBe("5,000 deployments or more");
  const account = { count: 1, first: [{ id: "int_1", name: "Production", value: null }] };
  expect(concernedBy(incident({ affected: account }), undefined)).toBeUndefined();
});

test("OVR03 a row says why, in the words of the source, and what to do where its title says it", () => {
  const words = { sources: [], messages: new Map([["org_one dep_0", "The connection was refused."]]) };
  const none = { sources: [], messages: new Map<string, string>() };
  expect(reasonOf(incident(), words)).toBe("The connection was refused");
  expect(reasonOf(incident(), none)).toBeUndefined();
  const full = { title: "cache-0: memory at 97.0% of its limit", affected: behind(1, "97.0% of its limit") };
  expect(reasonOf(incident({ rule: "memory-full", ...full }), words)).toBeUndefined();
  const advice = { text: "When it's full, writes fail. Raise the limit.", command: null };
  expect(reasonOf(incident({ rule: "memory-full", ...full, advice }), words)).toBe(
    "When it's full, writes fail",
  );
  const silent = incident({ title: silence, affected: behind(14, "last report 11:34") });
  expect(reasonOf(silent, none)).toBe("cache-0: last report 11:34; and 13 more");
  expect(reasonOf(incident({ title: silence, affected: behind(14) }), none)).toBe("cache-0 and 13 more");
});

test("OVR03 an account that refuses us is one row with the words of its last reading", () => {
  const state = { id: "int_1", lastError: "Redis Cloud rejected the API key." } as SourceState;
  const cause = { kind: "source", id: "int_1", name: "Production" } as const;
  const refused = incident({ title: "Production: sync failing", cause, affected: behind(3, "last report") });
  expect(reasonOf(refused, { sources: [state], messages: new Map() })).toBe(
    "Redis Cloud rejected the API key",
  );
});

import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { expect, test } from "vitest";
import { notifiedText, storyOf } from "./story.ts";

const inAnHour = "2026-11-23T13:00:00.000Z";

const incident = (id: string, fields: Partial<Incident> = {}): Incident => ({
  id,
  organizationId: "org_1",
  rule: "memory-full",
  ruleName: "Memory is nearly full",
  severity: "critical",
  cause: { kind: "deployment", id: "dep_1", name: "cart" },
  title: "cart: memory at 96.0% of its limit",
  since: "2026-11-23T07:57:00.000Z",
  openedAt: "2026-11-23T08:00:00.000Z",
  state: "open",
  resolvedAt: null,
  resolution: null,
  affected: { count: 1, first: [{ id: "dep_1", name: "cart", value: null }] },
  acknowledged: null,
  silencedUntil: null,
  flapping: false,
  sequence: 1,
  ...fields,
});
const ids = (incidents: readonly Incident[]) => incidents.map(({ id }) => id);

test("SCR04 the story of a deployment has its own incidents only, those too that name it among many", () => {
  const other = { count: 1, first: [{ id: "dep_2", name: "else", value: null }] };
  const { shown, folded } = storyOf(
    [
      incident("own"),
      incident("other", { affected: other }),
      incident("many", { affected: { ...other, count: 2, others: ["dep_1"] } }),
    ],
    "dep_1",
  );
  expect(ids(shown)).toEqual(["own", "many"]);
  expect(folded).toEqual([]);
});

test("SCR04 three incidents are shown in their order, what is silenced comes last, and the others are folded", () => {
  const silenced = incident("silenced", { silencedUntil: inAnHour });
  const all = [silenced, incident("a"), incident("b"), incident("c"), incident("d")];
  const { shown, folded } = storyOf(all, "dep_1");
  expect(ids(shown)).toEqual(["a", "b", "c"]);
  expect(ids(folded)).toEqual(["d", "silenced"]);
});

test("SCR04 who was notified is said by name, and a channel that is gone as such", () => {
  const named = (...names: (string | null)[]) =>
    notifiedText({ notified: names.map((name, index) => ({ id: `chn_${index}`, name })) });
  expect(named("Admins by email")).toBe("Admins by email");
  expect(named("Admins by email", "#ops", null)).toBe("Admins by email, #ops, and a channel that is gone");
  expect(named()).toBeUndefined();
  expect(notifiedText({})).toBeUndefined();
});

import { expect, test } from "vitest";
import { type OpenIncident, severityOf, type Trouble, withIncident } from "./trouble.ts";

const incident = (fields: Partial<OpenIncident> = {}): OpenIncident => ({
  severity: "warning",
  acknowledged: null,
  isSilenced: false,
  since: 1_000,
  title: "cart: memory at 92.0% of its limit",
  ...fields,
});
const troubleOf = (...incidents: OpenIncident[]) =>
  incidents.reduce<Trouble | undefined>(withIncident, undefined) ?? {
    states: [],
    worst: undefined,
    count: 0,
  };

test("SCR01 the worst incident is the most urgent, and of those the one that began first", () => {
  const old = incident({ since: 1, title: "old" });
  const urgent = incident({ severity: "critical", since: 900, title: "urgent" });
  const first = incident({ severity: "critical", since: 800, title: "first" });
  for (const all of [
    [old, urgent, first],
    [first, urgent, old],
    [urgent, old, first],
  ]) {
    const trouble = troubleOf(...all);
    expect(trouble.worst?.title).toBe("first");
    expect(severityOf(trouble)).toBe("critical");
    expect(trouble.count).toBe(3);
  }
});

test("SCR01 a silenced incident and one of severity info are open and in no count", () => {
  const silenced = incident({ severity: "critical", isSilenced: true });
  const trouble = troubleOf(silenced, incident({ severity: "info", acknowledged: {} }));
  expect(trouble).toEqual({ states: ["open", "silenced", "acknowledged"], worst: undefined, count: 0 });
  expect(severityOf(trouble)).toBe(null);
  expect(severityOf(troubleOf(silenced, incident()))).toBe("warning");
});

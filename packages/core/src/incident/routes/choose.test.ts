import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deployment } from "../../../../../tests/support/watched.ts";
import type { Route, Routes } from "../../contract/incident/route.ts";
import { isWorse } from "../../contract/incident/severity-order.ts";
import { causeKinds, incidentSeverities, type CauseKind } from "../../contract/incident/words.ts";
import { type OpenChannel, routesTo } from "../messages/plan.ts";
import { everywhere } from "../messages/receivers.ts";
import type { IncidentRecord } from "../rows/record.ts";
import { bookOf } from "../rules/book.ts";
import { routingBy } from "./choose.ts";

const { routingOf } = bookOf([]);

type About = Pick<IncidentRecord, "rule" | "severity" | "cause" | "members">;

const about = (ids: readonly string[], more: Partial<About> & { kind?: CauseKind } = {}): About => {
  const { kind = "deployment", ...fields } = more;
  return {
    rule: "memory-full",
    severity: "warning",
    cause: { kind, id: ids[0] ?? null, name: "" },
    members: ids.map((id) => ({ rule: "memory-full", id, name: id, value: null })),
    ...fields,
  };
};

const fleet = [
  deployment("dep_pay", {}, { facts: { policy: "noeviction" } }),
  deployment("dep_paylru", {}, { facts: { policy: "allkeys-lru" } }),
  deployment("dep_cart", {}, { facts: { policy: "noeviction" } }),
  deployment("dep_other"),
];

const channel = (id: string, more: Partial<OpenChannel> = {}): OpenChannel => ({
  id,
  kind: "webhook",
  minimum: "warning",
  ...more,
});
const members = channel("members", { kind: "app", minimum: "critical" });
const [pay, keep, all] = [channel("pay"), channel("keep"), channel("all")];
const on = [pay, keep, all, members];

const to = (filter: string, channels: string[], also = false): Route => ({ filter, channels, also });
const routed = (routes: Routes | undefined, one: About, channels = on, of = routingOf) => {
  const isRouted = routesTo<About>(channels, of, routingBy(routes, fleet));
  return channels.flatMap(({ id }) => (id !== members.id && isRouted(one, id) ? [id] : []));
};

const routes: Routes = {
  routes: [to("search=pay", ["pay"]), to("policy=noeviction", ["keep"])],
  rest: ["all"],
};

describe("CHN15 an incident goes", () => {
  test("CHN15 by the first route that matches its deployment, and where everything else goes without one", () => {
    expect(routed(routes, about(["dep_pay"]))).toEqual(["pay"]);
    expect(routed(routes, about(["dep_cart"]))).toEqual(["keep"]);
    expect(routed(routes, about(["dep_other"]))).toEqual(["all"]);
    expect(routed(undefined, about(["dep_pay"]))).toEqual(["pay", "keep", "all"]);
  });

  test("CHN15 on to the next routes and to everything else after one that says also", () => {
    const also: Routes = { ...routes, routes: routes.routes.map((one) => ({ ...one, also: true })) };
    expect(routed(also, about(["dep_pay"]))).toEqual(["pay", "keep", "all"]);
    expect(routed(also, about(["dep_paylru"]))).toEqual(["pay", "all"]);
    const first: Routes = {
      ...routes,
      routes: [to("search=pay", ["pay"], true), to("policy=noeviction", ["keep"])],
    };
    expect(routed(first, about(["dep_pay"]))).toEqual(["pay", "keep"]);
  });

  test("CHN15 where each of its members goes, once", () => {
    expect(routed(routes, about(["dep_pay", "dep_cart", "dep_other", "dep_paylru"]))).toEqual([
      "pay",
      "keep",
      "all",
    ]);
    expect(routed(routes, about(["dep_pay", "dep_gone"]))).toEqual(["pay", "all"]);
  });

  test("CHN15 where everything else goes, if a source, a key, a network, a channel or a token is the cause", () => {
    const others = causeKinds.filter((kind) => routed(routes, about(["dep_pay"], { kind }))[0] === "all");
    expect(others).toEqual(["source", "key", "network", "channel", "token"]);
    expect(routed(routes, about([]))).toEqual(["all"]);
    expect(routed(routes, about(["key_1/agent1"], { kind: "agent" }))).toEqual(["all"]);
  });

  test("CHN15 where everything else goes, if the filter asks for what is not known", () => {
    const unknown: Routes = { ...routes, routes: [to("version=7", ["pay"]), to("no such field", ["pay"])] };
    expect(routed(unknown, about(["dep_other"]))).toEqual(["all"]);
  });

  test("CHN15 where everything else goes, if the channels of its route are off or gone; to all, if those are", () => {
    const off = [keep, all, members];
    expect(routed(routes, about(["dep_pay"]), off)).toEqual(["all"]);
    expect(routed(routes, about(["dep_pay"]), [keep, members])).toEqual(["keep"]);
    // What is on gets its part, and everything else the other one.
    expect(routed(routes, about(["dep_pay", "dep_cart"]), off)).toEqual(["keep", "all"]);
    const both: Routes = { ...routes, routes: [to("search=pay", ["gone", "pay"])] };
    expect(routed(both, about(["dep_pay"]))).toEqual(["pay"]);
  });

  test("CHN15 to somebody who takes it, if the channels of its route take only what is more urgent", () => {
    const urgent = [channel("pay", { minimum: "critical" }), keep, all, members];
    expect(routed(routes, about(["dep_pay"]), urgent)).toEqual(["pay", "all"]);
    expect(routed(routes, about(["dep_pay"], { severity: "critical" }), urgent)).toEqual(["pay"]);
  });

  test("CHN15 RUL05 by the channels of its rule instead of routes, and where everything else goes without them", () => {
    const book = (channels: string[]) =>
      bookOf([{ id: "memory-full", changes: { channels }, revision: 1 }]).routingOf;
    expect(routed(routes, about(["dep_pay"]), on, book(["keep"]))).toEqual(["keep"]);
    expect(routed(routes, about(["dep_pay"]), on, book(["gone"]))).toEqual(["all"]);
    expect(routed(routes, about(["dep_pay"]), on, book([]))).toEqual([]);
  });

  test("CHN15 to the members as without routes", () => {
    const isRouted = routesTo<About>(on, routingOf, routingBy(routes, fleet));
    for (const { id } of fleet) expect(isRouted(about([id]), "members")).toBe(true);
  });

  test("CHN15 to another channel than the one that fails", () => {
    const only: Routes = { routes: [], rest: ["all"] };
    expect(routed(only, about(["all"], { kind: "channel" }))).toEqual(["pay", "keep"]);
  });
});

const anyChannel = fc.record({
  id: fc.constantFrom("a", "b", "c", "d"),
  kind: fc.constantFrom("webhook" as const, "mail" as const),
  minimum: fc.constantFrom(...incidentSeverities),
});
const anyIds = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "gone"), { minLength: 1 });
const anyRoutes: fc.Arbitrary<Routes> = fc.record({
  routes: fc.array(
    fc.record({
      filter: fc.constantFrom(
        "search=pay",
        "search=cart",
        "policy=noeviction",
        "-version=7",
        "policy=unknown",
      ),
      channels: anyIds,
      also: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
  rest: fc.option(anyIds),
});
const anyAbout = fc
  .record({
    ids: fc.subarray([...fleet.map(({ id }) => id), "dep_gone", "a", "key_1"]),
    severity: fc.constantFrom(...incidentSeverities),
    kind: fc.constantFrom(...causeKinds),
  })
  .map(({ ids, ...more }) => about(ids, more));

test("CHN15 every incident reaches a channel that is on, and one that takes it where there is one", () => {
  const open = fc.uniqueArray(anyChannel, { selector: ({ id }) => id, minLength: 1 });
  fc.assert(
    fc.property(anyRoutes, open, anyAbout, (some, outgoing, one) => {
      const usable = outgoing.filter(({ id }) => !one.members.some((member) => member.id === id));
      const isRouted = routesTo<About>([...outgoing, members], routingOf, routingBy(some, fleet));
      const getting = usable.filter(({ id }) => isRouted(one, id));
      expect(isRouted(one, "members")).toBe(true);
      expect(getting.length > 0).toBe(usable.length > 0);
      const taking = (list: readonly OpenChannel[]) =>
        list.some(({ minimum }) => !isWorse(minimum, one.severity));
      expect(taking(getting)).toBe(taking(usable));
    }),
    { numRuns: 2_000 },
  );
});

test("CHN15 without routes every channel gets everything", () => {
  expect(routingBy(undefined, fleet)).toBe(everywhere);
  expect(routed({ routes: [], rest: null }, about(["dep_pay"]))).toEqual(["pay", "keep", "all"]);
});

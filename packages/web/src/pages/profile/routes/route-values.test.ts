import { expect, test } from "vitest";
import { ApiError } from "../../../lib/errors.ts";
import {
  faultsOf,
  filterFault,
  moved,
  placedFaults,
  previewText,
  routesOf,
  valuesOf,
  withNew,
} from "./route-values.ts";

const channels = [{ id: "chn_1" }, { id: "chn_2" }];
const saved = {
  routes: [
    { filter: "search=pay&util=80..", channels: ["chn_1", "chn_gone"], also: true },
    { filter: "policy=noeviction", channels: ["chn_gone"], also: false },
  ],
  rest: null,
};

test("CHN15 the fields have the routes as people type them, without channels that are gone", () => {
  const values = valuesOf(saved, channels);
  expect(values.routes.map(({ filter, channels: ids }) => [filter, ids])).toEqual([
    ["pay util>=80", ["chn_1"]],
    ["policy:noeviction", []],
  ]);
  expect(routesOf(values)).toMatchObject({ routes: [{ also: true }, {}], rest: null });
  expect(valuesOf({ ...saved, rest: ["chn_gone", "chn_2"] }, channels)).toMatchObject({
    restTo: "chosen",
    restChannels: ["chn_2"],
  });
});

test("CHN15 a route moves by one place, and a new one is the last with a key of its own", () => {
  const { routes } = valuesOf(saved, channels);
  const keys = (some: readonly { key: number }[]) => some.map(({ key }) => key);
  expect(keys(moved(routes, 0, 1))).toEqual([1, 0]);
  expect(keys(moved(routes, 1, -1))).toEqual([1, 0]);
  expect(moved(routes, 0, -1)).toBe(routes);
  expect(moved(routes, 1, 1)).toBe(routes);
  expect(keys(withNew(moved(routes, 0, 1)))).toEqual([1, 0, 2]);
  expect(keys(withNew([]))).toEqual([0]);
});

test("CHN15 a route needs a filter that means something, and a channel", () => {
  expect(filterFault("")).toBe("Type which deployments, such as region:eu-west-1");
  expect(filterFault("severity:critical")).toBe("severity has no meaning in a route");
  expect(filterFault("utl>80")).toBe("utl: is not a field; did you mean util?");
  expect(filterFault("util>80")).toBeUndefined();
  const values = valuesOf(saved, channels);
  expect(faultsOf(values)).toEqual({ routes: "A route is not complete", restChannels: undefined });
  const complete = { ...values, routes: values.routes.slice(0, 1) };
  expect(faultsOf(complete).routes).toBeUndefined();
  expect(faultsOf({ ...complete, restTo: "chosen" }).restChannels).toBe("Choose at least one channel");
});

test("CHN15 what the API refuses is shown at its place", () => {
  const details = [
    "routes[1].filter: utl: is not a field",
    "rest: must be ids of channels of the organization",
  ];
  expect(placedFaults(new ApiError(400, { details }))).toEqual({
    "routes[1].filter": "utl: is not a field",
    rest: "must be ids of channels of the organization",
  });
  expect(placedFaults(undefined)).toEqual({});
});

test("CHN15 a preview names routes that take nothing, and says who is left out", () => {
  const preview = {
    from: "",
    to: "",
    incidents: 12,
    isPartial: false,
    byRule: 0,
    recipients: [],
    routes: [8, 0],
    rest: { before: 12, after: 4 },
    nobody: { before: 0, after: 0 },
    unknown: 0,
  };
  expect(previewText(preview)).toBe("12 incidents of the last 30 days. Route 2 takes none of them.");
  const more = { routes: [8], byRule: 2, nobody: { before: 1, after: 1 } };
  expect(previewText({ ...preview, ...more, isPartial: true })).toBe(
    "The oldest 12 incidents of the last 30 days. 2 go by a rule with channels of its own. 1 reaches nobody: it's less urgent than every channel takes.",
  );
  expect(previewText({ ...preview, incidents: 0 })).toBe("No incident opened in the last 30 days.");
});

import { ruleSentence } from "@shardwatch/core/contract/incident/rule-sentence";
import { expect, test } from "vitest";
import { ApiError } from "../../../../lib/errors.ts";
import { definitionOf, faultsOf, leftOut, newValues, sentenceOf, valuesOf } from "./rule-values.ts";
import { apiFaults } from "./use-rule-form.ts";

const zone = "Europe/Berlin";
const blank = newValues("", zone);

test("RUL01 a new rule has the usual end, and a line that says what is wrong is enough for it", () => {
  expect(faultsOf(blank)).toMatchObject({
    name: "Name is required",
    when: "Type what is wrong, such as util>90",
  });
  const typed = { ...blank, name: " Full ", when: "util>90" };
  expect(Object.values(faultsOf(typed)).filter((fault) => fault !== undefined)).toEqual([]);
  const rule = definitionOf(typed);
  expect(rule).toMatchObject({
    name: "Full",
    scope: "",
    when: "util>90",
    clear: null,
    for: 5,
    channels: null,
  });
  expect(ruleSentence(rule)).toBe(
    "A deployment that has memory utilization more than 90% for 5 minutes: warning; over without memory utilization more than 85% for 5 minutes",
  );
});

test.each([
  { when: "" },
  { when: "utl>3" },
  { scope: "regon:eu" },
  { clear: "util>x" },
  { hasWorse: true, worse: "a:b" },
])(
  "RUL01 a filter that is missing or makes no sense gives no sentence, because the rest would mean something else: %j",
  (typed) => {
    expect(sentenceOf({ ...blank, when: "util>90" })).toMatch(/^A deployment that has memory utilization/);
    expect(sentenceOf({ ...blank, when: "util>90", ...typed })).toBeUndefined();
  },
);

test("RUL01 the scope of a list has no fields without meaning, and a saved rule is typed as it was", () => {
  expect(newValues("region:eu-west-1 org:org_1 incident:open severity:critical", zone).scope).toBe(
    "region:eu-west-1",
  );
  const rule = definitionOf({
    ...blank,
    name: "Full",
    scope: "source:agent",
    when: "util>90",
    hasWorse: true,
    worse: "util>95",
    clear: "util<70",
    for: "15",
    unknown: "fire",
    sendTo: "nobody",
    hasHours: true,
  });
  expect(rule).toMatchObject({ worse: "util>95", clear: "util<70", for: 15, channels: [] });
  expect(rule.hours).toEqual({
    days: ["mon", "tue", "wed", "thu", "fri"],
    from: "08:00",
    to: "18:00",
    zone,
  });
  expect(definitionOf(valuesOf(rule, "UTC"))).toEqual(rule);
});

test("RUL01 each field has its own fault, as the API would find it", () => {
  const faults = faultsOf({
    ...blank,
    name: "Full",
    scope: "regoin:eu",
    when: "severity:critical",
    for: "5",
    keep: "90",
    unknown: "fire",
    hasWorse: true,
    worse: "util>95",
    severity: "critical",
    worseSeverity: "warning",
    sendTo: "chosen",
  });
  expect(faults).toMatchObject({
    scope: "regoin: is not a field; did you mean region?",
    when: "severity has no meaning in a rule",
    for: "Type at least 15 minutes, because what is unknown counts as a match",
    keep: "Type whole minutes from 1 to 60",
    worseSeverity: "Choose one that is more urgent than critical",
    channels: "Choose at least one channel",
  });
});

test("RUL01 an answer of the API has its faults at their fields", () => {
  const error = new ApiError(400, {
    details: ["when: ram: must be a percentage", "hours.zone: must be a time zone such as Europe/Berlin", 7],
  });
  expect(apiFaults(error)).toEqual({
    when: "ram: must be a percentage",
    zone: "must be a time zone such as Europe/Berlin",
  });
  expect(apiFaults(new Error("no answer"))).toEqual({});
});

test("RUL08 a noisy deployment is left out of the scope beside what is there", () => {
  expect(leftOut("", "dep_1")).toBe("-id:dep_1");
  expect(leftOut("source:agent -id:dep_1", "dep_2")).toBe("-id:dep_1,dep_2 source:agent");
});

import { expect, test } from "vitest";
import { type Change, type Condition, expression } from "./expression.ts";

const conditionOf = (...conditions: Condition[]) => expression(conditions).ConditionExpression;
const updateOf = (change: Change) => expression([], change).UpdateExpression;

test("nothing to check and nothing to change is no expression at all", () => {
  expect(expression([])).toEqual({});
  expect(expression([], { set: { name: undefined }, remove: [], add: {} })).toEqual({});
});

test.each<[condition: Condition, text: string]>([
  [{ exists: true }, "attribute_exists(#pk)"],
  [{ exists: false }, "attribute_not_exists(#pk)"],
  [{ attribute: "at", absent: true }, "attribute_not_exists(#at)"],
  [{ attribute: "at", is: "<=", value: 1 }, "#at <= :v0"],
  [{ attribute: "at", among: [1, 2] }, "#at IN (:v0, :v1)"],
  [{ attribute: "at", is: "<>", value: 1 }, "#at <> :v0"],
  [{ attribute: "roles", contains: "VIEWER" }, "contains(#roles, :v0)"],
  [{ attribute: "at", absentOr: "<", value: 1 }, "(attribute_not_exists(#at) OR #at < :v0)"],
])("the condition %j is %s", (condition, text) => {
  expect(conditionOf(condition)).toBe(text);
});

test("several conditions must hold together, one with an alternative keeps its brackets", () => {
  const text = conditionOf({ exists: true }, { attribute: "at", absentOr: "<", value: 1 });
  expect(text).toBe("attribute_exists(#pk) AND (attribute_not_exists(#at) OR #at < :v0)");
});

test("a change sets, removes and adds in one expression, and leaves out what is undefined", () => {
  const change = {
    set: { name: "x", size: 1, none: undefined },
    remove: ["old", "older"],
    add: { count: -1 },
  };
  expect(updateOf(change)).toBe("SET #name = :v0, #size = :v1 REMOVE #old, #older ADD #count :v2");
});

test("every value has a placeholder of its own, and every attribute one for all its places", () => {
  const conditions: Condition[] = [
    { attribute: "at", is: "<", value: 5 },
    { attribute: "at", is: ">", value: 1 },
  ];
  expect(expression(conditions, { set: { at: 5, status: "active" } })).toEqual({
    ConditionExpression: "#at < :v0 AND #at > :v1",
    UpdateExpression: "SET #at = :v2, #status = :v3",
    ExpressionAttributeNames: { "#at": "at", "#status": "status" },
    ExpressionAttributeValues: {
      ":v0": { N: "5" },
      ":v1": { N: "1" },
      ":v2": { N: "5" },
      ":v3": { S: "active" },
    },
  });
});

import { expect, test } from "vitest";
import { clusterAccess, fullAccess, leastAccess, optionalCommands } from "./snippets.ts";

const permitted = (rule: string): string[] => rule.match(/\+[^ ]+/g) ?? [];

test("AMD05 the minimal permissions are INFO and PING, with CLUSTER for clusters", () => {
  expect(permitted(leastAccess)).toEqual(["+info", "+ping"]);
  expect(permitted(clusterAccess)).toEqual(["+cluster|shards", "+cluster|info"]);
});

test("AMD05 each of the six optional commands says what it adds and what it exposes", () => {
  const least = permitted(leastAccess);
  const optional = permitted(fullAccess).filter((command) => !least.includes(command));
  expect(optional).toHaveLength(6);
  const words = new Map(
    optionalCommands.flatMap(({ command, adds, exposes }) =>
      command.split(" ").map((one) => [one, [adds, exposes]] as const),
    ),
  );
  const nothing = [
    /^nothing today: the agent never sends them/,
    /statistics of memory and latency, and no data/,
  ];
  const expected: Record<string, readonly RegExp[]> = {
    "+config|get": [/memory limit of servers whose INFO lacks it/, /whole configuration, passwords included/],
    "+client|list": [/clients by state in the agent's local log/, /names and addresses of clients/],
    "+memory|stats": nothing,
    "+memory|doctor": nothing,
    "+latency|latest": nothing,
    "+latency|doctor": nothing,
  };
  expect([...words.keys()]).toEqual(optional);
  expect(Object.keys(expected)).toEqual(optional);
  for (const [command, [adds, exposes]] of Object.entries(expected)) {
    expect(words.get(command)?.[0], command).toMatch(adds ?? "");
    expect(words.get(command)?.[1], command).toMatch(exposes ?? "");
  }
});

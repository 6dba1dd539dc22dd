import { expect } from "vitest";
import { reported, reportOf, send } from "./reports.ts";
import { slotStart } from "./slots.ts";
import { createToken } from "./tokens.ts";
import { call, createKey, type Person, signUp, type World } from "./world.ts";

/** Names that a text form of metrics could take for something else. */
export const hostileNames = [
  'quote " and \\ backslash',
  "} 1\nshardwatch_fake 2",
  "# EOF",
  "\u202Eright to left",
  "tab\tand\rreturn",
  'a="b",c="d"',
  "名前 🙂",
];

export interface Fleet {
  owner: Person;
  token: string;
  /** The composite key of the agent. */
  key: string;
}

/** One well deployment with figures, one with no limit, one with a hostile name each; reported twice. */
export async function measuredFleet(world: World): Promise<Fleet> {
  const owner = await signUp(world);
  const { compositeKey: key } = await createKey(world, owner, "Agents");
  const [database] = reported("x").databases ?? [];
  const limitless = { databases: [{ ...database, id: "0", memoryLimit: "0" }] } as Partial<
    ReturnType<typeof reported>
  >;
  const slot = {
    at: new Date(slotStart(world, 1)).toISOString(),
    deployments: [
      {
        key: "orders",
        status: "active",
        databases: {
          ids: ["0"],
          used: [1_048_576],
          ops: [100],
          clients: [7],
          hits: [90],
          misses: [10],
          keys: [5],
        },
      },
    ],
  };
  const deployments = [
    reported("orders", { type: "STANDALONE" }),
    reported("limitless", limitless),
    ...hostileNames.map((name, index) => reported(`hostile${index}`, { name })),
  ];
  const answer = await send(world, key, reportOf(world, deployments, { slots: [slot] }));
  expect(answer.status, await answer.clone().text()).toBe(202);
  // What is the same is written nowhere but in the pulse.
  world.clock.advance(60_000);
  expect((await send(world, key, reportOf(world, deployments))).status).toBe(202);
  const { secret: token } = await createToken(world, owner, { scopes: ["metrics"] });
  return { owner, token, key };
}

/** The text of the metrics, and its type. */
export async function scrape(world: World, token: string, path = "/metrics", accept = "text/plain") {
  const answer = await call(world, "GET", path, { key: token, headers: { accept } });
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
}

/** The values of a family in a text, by its labels. */
export function valuesIn(text: string, family: string): Map<string, number> {
  const lines = text
    .split("\n")
    .filter((line) => line.startsWith(`${family}{`) || line.startsWith(`${family} `));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(family.length, at), Number(line.slice(at + 1))];
    }),
  );
}

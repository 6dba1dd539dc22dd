import type { Run } from "@shardwatch/core/table/keys";
import { minute } from "../../storage/story.ts";
import { createToken } from "../../support/tokens.ts";
import { call, type Person, signInAgain, type World } from "../../support/world.ts";

/** The list of databases stores pages of the agents' pulses, and forgets them when the pulses have expired. */
export async function databases(world: World, person: Person, pulses: Run): Promise<void> {
  await lookTwice(world, pulses, ["/databases", "/databases.csv"], { as: await signInAgain(world, person) });
}

/** Targets are read from the same pages. A token is used for the first time. */
export async function targets(world: World, person: Person, pulses: Run): Promise<void> {
  const as = await signInAgain(world, person);
  const { secret: key } = await createToken(world, as, { scopes: ["read"] });
  await lookTwice(world, pulses, ["/metrics/targets", "/metrics/targets"], { key });
}

/** Looks while there are pulses, and once they are gone. */
async function lookTwice(
  world: World,
  pulses: Run,
  paths: readonly [string, string],
  who: { as: Person } | { key: string },
): Promise<void> {
  const { table } = world.services;
  for (const path of paths) {
    // A process answers from what it has read within 15 seconds.
    world.clock.advance(minute);
    const { status } = await call(world, "GET", path, who);
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
    for (const { pk, sk } of await table.queryAll(pulses)) await table.remove({ pk, sk });
  }
}

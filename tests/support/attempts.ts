import { countBelow } from "@shardwatch/core/attempts/attempts";
import type { World } from "./world.ts";

/** Uses up attempts of somebody's hour, as if so many requests had been made. */
export async function takeAttempts(
  { services }: World,
  what: string,
  name: string,
  count: number,
): Promise<void> {
  const counter = { what, name, window: 3_600_000 };
  await Promise.all(Array.from({ length: count }, () => countBelow(services, counter, count)));
}

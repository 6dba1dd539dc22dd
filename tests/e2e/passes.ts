import { evaluate } from "@shardwatch/core/incident/pass";
import { ticksKey } from "@shardwatch/core/incident/rows/incident.keys";
import { ticksKind } from "@shardwatch/core/incident/rows/ticks.table";
import type { TestProduct } from "./test-product.ts";

const minute = 60_000;

type Judged = Pick<TestProduct, "services">;

/** The minute that a time is in. */
export const minuteOf = (time: number): number => time - (time % minute);

/** Looks at an organization in each of the minutes up to the last one. */
export async function pass(
  { services }: Judged,
  organization: string,
  last: number,
  minutes = 5,
): Promise<void> {
  for (let ago = minutes - 1; ago >= 0; ago -= 1) {
    const time = last - ago * minute;
    const due = { minute: time, previous: time - minute, since: time - 60 * minute };
    await evaluate({ ...services, clock: { now: () => time } }, organization, due);
  }
}

/** Notes when organizations were last looked at. In the product the schedule writes it, each minute. */
export async function noteLook({ services }: Judged, last: number, previous = last): Promise<void> {
  const row = ticksKind.write({ minute: last, previous, since: last - 60 * minute });
  await services.table.put({ ...ticksKey, ...row });
}

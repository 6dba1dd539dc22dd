import type { Services } from "../access/context.ts";
import type { Job } from "../contract/job.ts";
import { minute } from "../kit/time.ts";
import { allIds } from "../organization/organization.ts";
import { tryWrite } from "../table/errors.ts";
import { toleratedGap } from "./judging/decide.ts";
import { ticksKey, watchedEveryMinute } from "./rows/incident.keys.ts";
import type { Due } from "./pass.ts";
import { ticksKind } from "./rows/ticks.table.ts";

/** Without since when reports are accepted. */
type EvaluateJob = Omit<Extract<Job, { kind: "evaluate" }>, "heardSince">;

/** Every so many minutes all organizations are looked at; in between, those to which agents report. */
export const everybodyEvery = 5 * minute;
/** How many organizations one job evaluates. */
const mostInJob = 25;

/**
 * The passes of this minute. A second call in the same minute returns the same, so a schedule that fires twice does no
 * harm.
 */
export async function duePasses(services: Services): Promise<EvaluateJob[]> {
  const now = services.clock.now();
  const due = await count(services, now - (now % minute));
  const ids = due.minute % everybodyEvery === 0 ? await allIds(services) : await watchedIds(services);
  const starts = Array.from({ length: Math.ceil(ids.length / mostInJob) }, (_, index) => index * mostInJob);
  return starts.map((start) => ({
    kind: "evaluate",
    organizationIds: ids.slice(start, start + mostInJob),
    ...due,
  }));
}

const watchedIds = async ({ table }: Services) =>
  (await table.findAll(watchedEveryMinute)).map(({ gsi1sk }) => gsi1sk);

/** Remembers the minute, and since when there was none without a pass. */
async function count({ table }: Services, now: number): Promise<Omit<Due, "heardSince">> {
  const row = await table.get(ticksKey);
  const last = row && ticksKind.read(row);
  if (last && last.minute >= now) return last;
  const isUnbroken = last && now - last.minute <= toleratedGap;
  const due = { minute: now, previous: last?.minute ?? now, since: isUnbroken ? last.since : now };
  // Another call of this minute was faster. It has counted the same.
  await tryWrite(
    table.put(
      { ...ticksKey, ...ticksKind.write(due) },
      last ? ticksKind.equals({ minute: last.minute }) : [{ exists: false }],
    ),
  );
  return due;
}

import type { ReaderContext } from "../access/context.ts";
import { countBelow } from "../attempts/attempts.ts";
import { assertMayReadSource, refuseUnlessAdmin } from "../account/source-rights.ts";
import { second } from "../kit/time.ts";
import { Problem } from "../kit/problem.ts";
import { ConditionFailed } from "../table/errors.ts";
import type { IntegrationKind } from "./kind.ts";
import { type IntegrationRow, living } from "./row.ts";
import { locate } from "./rows.ts";
import { syncSoon } from "./sync-soon.ts";

/** How long a person waits between two readings that they ask for. Each uses up calls of the customer. */
const pause = 30 * second;

/**
 * Queues a complete reading of a connected account now. Throws notFound. Throws forbidden when another person
 * connected it, unless the caller is an admin. Throws tooMany shortly after the last reading.
 */
export async function readNow<R extends IntegrationRow>(
  ctx: ReaderContext,
  kind: IntegrationKind<R>,
  id: string,
): Promise<R> {
  const { organization, row } = await locate(ctx, kind, id);
  assertMayReadSource(ctx, row);
  await refuseUnlessAdmin(ctx, organization);
  const wait = (row.lastSyncAt ?? 0) + pause - ctx.clock.now();
  if (wait > 0) {
    const retryAfterSeconds = Math.ceil(wait / second);
    const sentence = `This account was read a moment ago. Try again in ${retryAfterSeconds} seconds.`;
    throw new Problem("tooMany", sentence, { retryAfterSeconds });
  }
  const counter = { what: "reading on demand", name: id, window: pause };
  if ((await countBelow(ctx, counter, 1)) === undefined)
    throw new Problem("tooMany", "This account is being read. Try again in a moment.", {
      retryAfterSeconds: pause / second,
    });
  const change = kind.makeDue(row);
  try {
    if (change) await ctx.table.update(kind.key(organization, id), change, living);
  } catch (error) {
    if (error instanceof ConditionFailed) throw kind.notFound();
    throw error;
  }
  await syncSoon(ctx, kind.source, organization, id);
  return row;
}

import type { Services } from "../access/context.ts";
import { inBatches } from "../kit/in-batches.ts";
import { tryWrite } from "../table/errors.ts";
import type { Write } from "../table/table.ts";
import { type Notice, putNotification } from "./notification.table.ts";

export type { Notice };

const atOnce = 10;

/**
 * Notifies one person. The write belongs to the transaction that causes it, which fails when the person was
 * notified before.
 */
export function notify(accountId: string, notice: Notice): Write {
  return putNotification(accountId, notice);
}

/** Notifies people. Each has one notification of an event, however often it is called. */
export async function notifyAll(
  { table }: Services,
  accountIds: readonly string[],
  notice: Notice,
): Promise<void> {
  await inBatches(accountIds, atOnce, async (id) => {
    const { put, when } = putNotification(id, notice);
    // Who was notified before has the row.
    await tryWrite(table.put(put, when));
  });
}

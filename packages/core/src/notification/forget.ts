import type { Services } from "../access/context.ts";
import { clear } from "../table/clear.ts";
import { notificationsOf } from "./notification.keys.ts";

/** Deletes every notification of an account. Safe to repeat. */
export async function forgetAll(services: Services, accountId: string): Promise<void> {
  await clear(services.table, notificationsOf(accountId), { rows: Infinity });
}

import type { House } from "../access/context.ts";
import { clear } from "../table/clear.ts";
import { notificationsOf } from "./notification.keys.ts";

/** Deletes every notification of an account. Safe to repeat. */
export async function forgetAll(house: House, accountId: string): Promise<void> {
  await clear(house.table, notificationsOf(accountId), { rows: Infinity });
}

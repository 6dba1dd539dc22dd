import type { Services } from "../access/context.ts";
import { clear } from "../table/clear.ts";
import { everythingOf } from "./view.keys.ts";

/** Deletes the views that an account has for itself. Safe to repeat. */
export async function forgetPersonal(services: Services, accountId: string): Promise<void> {
  await clear(services.table, everythingOf(accountId), { rows: Infinity });
}

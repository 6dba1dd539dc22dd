import type { Origin, Services } from "../access/context.ts";
import { ownOrganization } from "../access/scope.ts";
import { auditRow } from "../audit/audit.ts";
import { day } from "../kit/time.ts";
import { tryWrite } from "../table/errors.ts";
import { unlessBusy } from "../table/unless-busy.ts";
import type { Personal } from "./recognize.ts";
import { storeAssistantUse } from "./session.table.ts";

/**
 * Records once a day that an assistant reads as a person, with their session at a command line. A storage that is busy fails no
 * call.
 */
export async function notePersonalAssistant(
  services: Services,
  { actor, row }: Personal,
  origin: Origin,
): Promise<void> {
  const now = services.clock.now();
  if (row.assistantAt !== undefined && Math.floor(row.assistantAt / day) === Math.floor(now / day)) return;
  const { accountId } = actor;
  const event = { action: "account.usedByAssistant", id: accountId } as const;
  const writes = [
    storeAssistantUse(accountId, row, now),
    auditRow({ ...services, actor, origin }, ownOrganization(actor), {
      ...event,
      fields: { client: [null, row.client] },
    }),
  ];
  await unlessBusy(() => tryWrite(services.table.transact(writes)), undefined);
}

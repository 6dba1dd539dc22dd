import type { Origin, Services } from "../access/context.ts";
import { organizationOfToken } from "../access/scope.ts";
import { auditRow } from "../audit/audit.ts";
import { day, hour } from "../kit/time.ts";
import { tryWrite } from "../table/errors.ts";
import { unlessBusy } from "../table/unless-busy.ts";
import type { Recognized } from "./authenticate.ts";
import { storeAssistantUse, type TokenRow } from "./token.table.ts";

const isSame = (window: number, one: number, other: number): boolean =>
  Math.floor(one / window) === Math.floor(other / window);

/** When assistants last used each tool with a token, to the hour. */
export const toolsOf = ({ tools = [] }: Pick<TokenRow, "tools">): ReadonlyMap<string, number> =>
  new Map(
    tools.map((entry) => {
      const [tool = "", at = ""] = entry.split(" ");
      return [tool, Number(at)] as const;
    }),
  );

/**
 * Stores that an assistant used a tool with a token, once an hour for each tool. The first use of a day is an event of the
 * audit. Of calls at once, one stores it. A storage that is busy fails no call.
 */
export async function noteAssistant(
  services: Services,
  { row, actor }: Pick<Recognized, "row" | "actor">,
  { origin, tool }: { origin: Origin; tool: string },
): Promise<void> {
  const now = services.clock.now();
  const tools = new Map(toolsOf(row));
  const usedAt = tools.get(tool);
  if (usedAt !== undefined && isSame(hour, usedAt, now)) return;
  const isFirst = row.assistantAt === undefined || !isSame(day, row.assistantAt, now);
  tools.set(tool, now);
  const entries = [...tools].map(([name, at]) => `${name} ${at}`);
  const { id, name } = row;
  const action = "token.usedByAssistant";
  const event = auditRow({ ...services, actor, origin }, organizationOfToken(actor), { action, id, name });
  const writes = [storeAssistantUse(row, { assistantAt: now, tools: entries }), ...(isFirst ? [event] : [])];
  await unlessBusy(() => tryWrite(services.table.transact(writes)), undefined);
}

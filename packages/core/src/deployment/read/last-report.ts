import type { LastReport } from "../../contract/deployment/deployment.ts";
import { isRead } from "../../contract/source/source.ts";
import { readHealth } from "../rows/agent-health.ts";
import { commandsIn } from "../rows/commands.ts";
import { instanceOfPulse, isPulseOf } from "../rows/deployment.keys.ts";
import { entriesOf, type PulseRow } from "../rows/pulse.table.ts";

/**
 * The last report of a deployment by the source that owns it. Null when that source is gone.
 * @param pulses all of the deployment's organization
 */
export function lastReportOf(id: string, owner: string, pulses: readonly PulseRow[]): LastReport | null {
  const own = pulses.filter((pulse) => isPulseOf(pulse, owner));
  // A page may be left from a longer report of before.
  const [page] = own
    .filter((pulse) => entriesOf(pulse).has(id))
    .toSorted((left, right) => right.receivedAt - left.receivedAt);
  if (!page) return null;
  const { receivedAt, measuredAt, commands } = page;
  return {
    receivedAt: time(receivedAt),
    measuredAt: time(measuredAt),
    complete: entriesOf(page).get(id) !== undefined,
    commands: commandsIn(commands, id),
    agent: isRead(page.kind) ? null : agentOf(page, own),
  };
}

/** The first page of an agent holds its health. */
function agentOf({ sk }: PulseRow, pages: readonly PulseRow[]): LastReport["agent"] {
  const { name, version, platform, startedAt, clockSkewMs, lastError } = readHealth(
    pages.find(({ agent }) => agent !== undefined)?.agent,
  );
  const started = startedAt === null ? null : time(startedAt);
  return { id: instanceOfPulse(sk), name, version, platform, startedAt: started, clockSkewMs, lastError };
}

const time = (moment: number) => new Date(moment).toISOString();

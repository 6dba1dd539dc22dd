import { DescribeCacheParametersCommand, ElastiCacheClient } from "@aws-sdk/client-elasticache";
import type { AwsAnswer, ReservedMemory } from "../ports/elasticache.ts";
import { ask, bounded, type Session } from "./elasticache-session.ts";

/** What a customer's parameter group keeps back of a node's memory; null where it says nothing of it. */
export async function readReserved(
  session: Session,
  region: string,
  group: string,
): Promise<AwsAnswer<ReservedMemory | null>> {
  const client = bounded(new ElastiCacheClient({ ...session, region }), session.deadline);
  try {
    return await ask(session.deadline, async (abort) => {
      const values = new Map<string, string>();
      let Marker: string | undefined;
      do {
        const input = { CacheParameterGroupName: group, Marker };
        const page = await client.send(new DescribeCacheParametersCommand(input), abort);
        for (const { ParameterName, ParameterValue } of page.Parameters ?? [])
          if (ParameterName !== undefined && ParameterValue !== undefined)
            values.set(ParameterName, ParameterValue);
        Marker = page.Marker;
      } while (Marker);
      return toReserved(values);
    });
  } finally {
    client.destroy();
  }
}

function toReserved(values: ReadonlyMap<string, string>): ReservedMemory | null {
  const percent = Number(values.get("reserved-memory-percent") ?? "");
  if (values.has("reserved-memory-percent") && percent >= 0 && percent <= 100) return { percent };
  // The older way, in bytes, of groups from before March 2017.
  const bytes = values.get("reserved-memory") ?? "";
  return /^[1-9]\d{0,15}$/.test(bytes) ? { bytes: BigInt(bytes) } : null;
}

import { DescribeCacheParametersCommand, ElastiCacheClient } from "@aws-sdk/client-elasticache";
import { foreignText } from "../../kit/foreign-text.ts";
import type { AwsAnswer, GroupParameters, ReservedMemory } from "../../ports/elasticache.ts";
import { ask, bounded, type Session } from "./elasticache-session.ts";

/** The memory of a node that a customer's parameter group reserves, and the eviction policy. */
export async function readParameters(
  session: Session,
  region: string,
  group: string,
): Promise<AwsAnswer<GroupParameters>> {
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
      const evictionPolicy = foreignText(values.get("maxmemory-policy") ?? "", longestPolicy) || null;
      return { reserved: toReserved(values), evictionPolicy };
    });
  } finally {
    client.destroy();
  }
}

const longestPolicy = 40;

function toReserved(values: ReadonlyMap<string, string>): ReservedMemory | null {
  const percent = Number(values.get("reserved-memory-percent") ?? "");
  if (values.has("reserved-memory-percent") && percent >= 0 && percent <= 100) return { percent };
  // Groups from before March 2017 set it in bytes.
  const bytes = values.get("reserved-memory") ?? "";
  return /^[1-9]\d{0,15}$/.test(bytes) ? { bytes: BigInt(bytes) } : null;
}

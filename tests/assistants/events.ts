import { at, morning } from "./morning.ts";

/** What happened that morning, beside reports. */
export const events = {
  /** One report says that it is degraded. */
  degraded: { name: "sessions", from: at("08:30"), until: at("08:45") },
  /** It can't be reached, so its databases are not read. */
  unreachable: { name: "geo", from: at("09:30"), until: at("09:50"), message: "The connection was refused." },
  /** An upgrade of all databases. */
  upgraded: { name: "billing", at: at("10:15"), from: "7.2.3" },
  deleted: { name: "old-metrics", at: at("10:40") },
  appeared: { name: "promo-2026", at: at("11:00") },
  /** A cache becomes a store. */
  policy: { name: "orders-eu", at: at("11:20"), from: "allkeys-lru" },
  acknowledged: { name: "campaign", note: "A larger plan is ordered." },
  silenced: { rule: "certificate-ends", until: at("13:00") },
} as const;

/** What the newest five minutes of a server are, and those before. Mebibytes and rates. */
export interface DescribedSlot {
  used: number;
  ops: number;
  clients: number;
  hits: number;
  misses: number;
  keys: number;
  /** Resident memory divided by the memory used. */
  fragmentation?: number;
  /** Bytes that a replica has not acknowledged. */
  lag?: number;
}

/** No slots of orders-eu came for these: a gap in its history. */
export const gap = { from: at("09:00"), until: at("09:15") } as const;

/** The figures of the slot that began at a time, by the name of the deployment. Undefined: none came. */
export function slotOf(name: string, begin: number): DescribedSlot | undefined {
  const index = (begin - morning.begin) / morning.every;
  if (name === "orders-eu") {
    if (begin >= gap.from && begin < gap.until) return undefined;
    // It fills up slowly, and is busiest at 10:00.
    const used = 500 + 10 * index;
    const ops = begin === at("10:00") ? 4_000 : 1_000 + index;
    const counts = { clients: 40 + (index % 3), hits: 90, misses: 10, keys: 1_000 * (index + 1) };
    return { used, ops, ...counts, fragmentation: 1.25, lag: 2_048 };
  }
  if (name === "sessions") return { used: 995, ops: 9_000, clients: 700, hits: 50, misses: 50, keys: 88_000 };
  return undefined;
}

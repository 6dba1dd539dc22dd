import type { AccountReader } from "../../ports/elasticache.ts";
import type { Session } from "./elasticache-session.ts";

/** Reads a customer's account. Each of the SDK's clients is loaded at its first use. */
export function readerOf(session: Session, ownRegion: string): AccountReader {
  return {
    regions: async () => (await import("./elasticache-regions.ts")).listRegions(session, ownRegion),
    caches: async (region) => (await import("./elasticache-caches.ts")).listCaches(session, region),
    memoryUsed: async (region, gauges) =>
      (await import("./elasticache-memory.ts")).readMemory(session, region, gauges),
    figures: async (region, questions, span) =>
      (await import("./elasticache-figures.ts")).readFigures(session, region, questions, span),
    parameters: async (region, group) =>
      (await import("./elasticache-parameters.ts")).readParameters(session, region, group),
  };
}

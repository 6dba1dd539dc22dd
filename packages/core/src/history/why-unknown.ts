import type { LiveFigureName } from "../contract/live.ts";
import type { Owned } from "../deployment/read/owned.ts";

const memoryOnly = {
  "redis-cloud": "Redis Cloud's API reports memory only.",
  elasticache: "Only memory is read: CloudWatch bills each further figure.",
};

/**
 * Why a figure of a deployment is not known, as a sentence.
 * @param hasSlot whether there are five-minute values
 * @param isRead whether databases were read in them
 * @param isPartly whether some databases have the figure, so that only the total is not known
 */
export function whyUnknown(
  figure: LiveFigureName,
  { source, type, replicated }: Pick<Owned, "source" | "type" | "replicated">,
  { hasSlot, isRead, isPartly }: Record<"hasSlot" | "isRead" | "isPartly", boolean>,
): string {
  if (source !== "agent") {
    if (figure !== "memoryUsed") return memoryOnly[source];
    return hasSlot ? "It could not be read." : "The first value comes with the next reading.";
  }
  if (!hasSlot)
    return "The first values come five minutes after the first report. Agents up to 0.2.0 send none.";
  if (!isRead) return "The databases could not be read in these five minutes.";
  if (isPartly) return "One of the databases did not report it.";
  if (type === "ENTERPRISE" && figure === "expiring") return "Redis Enterprise does not count them.";
  if (figure === "replicationLag" || figure === "replicationSilence") {
    if (type === "ENTERPRISE") return "Redis Enterprise does not report it.";
    if (replicated === "alone") return "It has no replicas.";
    if (replicated === "replica" && figure === "replicationLag") return "Only its primary knows it.";
    return "No replica is in touch with its primary.";
  }
  if (type === "CLUSTER") return "One of the primaries did not report it.";
  return "The server did not report it.";
}

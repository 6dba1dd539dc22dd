import { levelOf } from "@shardwatch/core/contract/filter/severity";
import { counted, formatCount } from "../../lib/words/count.ts";
import type { Collector } from "./collector.ts";

/** How many deployments are critical, and how many have a warning. */
interface Levels {
  critical: number;
  warning: number;
}

/** An organization in which deployments are not well. */
export interface TroubledOrganization extends Levels {
  id: string;
}

/** Counts the deployments that are not well in each organization. The worst comes first. */
export function organizationCollector(): Collector<TroubledOrganization[]> {
  const organizations = new Map<string, TroubledOrganization>();
  return {
    add({ organizationId: id }, facts) {
      const level = levelOf(facts);
      if (level === "ok") return;
      const counts = organizations.get(id) ?? { id, critical: 0, warning: 0 };
      organizations.set(id, counts);
      counts[level] += 1;
    },
    result: () =>
      [...organizations.values()].toSorted(
        (one, other) => other.critical - one.critical || other.warning - one.warning,
      ),
  };
}

/** "1 critical, 2 warnings"; undefined where there are none. */
export function levelsText({ critical, warning }: Levels): string | undefined {
  const parts = [
    ...(critical > 0 ? [`${formatCount(critical)} critical`] : []),
    ...(warning > 0 ? [counted(warning, "warning")] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : undefined;
}

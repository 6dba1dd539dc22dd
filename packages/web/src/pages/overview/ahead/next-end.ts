import { endsWithin } from "@shardwatch/core/contract/filter/license-days";
import { isLastKnown } from "@shardwatch/core/contract/filter/severity";
import type { Collector } from "../collector.ts";

/** The license that ends next. */
export interface NextEnd {
  /** The name of its deployment. */
  name: string;
  /** Calendar days of UTC until then. */
  days: number;
  /** Whether that is what a silent source last said. */
  isStale: boolean;
}

/** Finds the license that ends next. An ended one needs attention, and is no outlook. */
export function nextEndCollector(): Collector<NextEnd | undefined> {
  let next: NextEnd | undefined;
  return {
    add({ name }, { licenseDays: days, status }) {
      if (days == null || !endsWithin(days, 0, next && next.days - 1)) return;
      next = { name, days, isStale: isLastKnown(status) };
    },
    result: () => next,
  };
}

import type { DeploymentListItem } from "../contract/deployment/deployment.ts";
import { sparkHours, sparkLevels, sparkRelative, sparkUnknown } from "../contract/history/census.ts";

/** The memory of a deployment in the last 24 hours, the oldest first. Null is not known. */
export interface Spark {
  /**
   * Whether the values are levels of utilization, 0 to 61: the screen is 24 pixels high, so a byte is enough. Otherwise
   * they are bytes used, because there is no limit to compare with.
   */
  limited: boolean;
  values: readonly (number | null)[];
}

const pastHours = sparkHours - 1;
const topLevel = sparkLevels.length - 1;
const nothing: readonly null[] = Array.from({ length: sparkHours }, () => null);

type Item = Pick<DeploymentListItem, "memoryUsed" | "memoryLimit" | "facts">;

/** The limit in bytes of what is used. Undefined where databases without a known limit use a part of it. */
function comparableLimit({ memoryLimit, facts }: Item): number | undefined {
  const limit = Number(memoryLimit ?? 0);
  return limit > 0 && !facts?.unlimited && !facts?.limitUnknown ? limit : undefined;
}

/** The level of bytes used. The highest is full, or above. */
const levelOf = (used: number, limit: number): number =>
  Math.min(topLevel, Math.round((used / limit) * topLevel));

/**
 * The sparkline with the value of this hour.
 * @param before the one whose last value is `hours` hours old; undefined for a deployment that had none
 * @param hasReported whether the memory of this hour is known
 */
export function nextSpark(before: Spark | undefined, hours: number, item: Item, hasReported: boolean): Spark {
  const limit = comparableLimit(item);
  const past = (before ? valuesFor(before, limit) : nothing).slice(hours).slice(0, pastHours);
  const silent = nothing.slice(0, pastHours - past.length);
  const used = hasReported && item.memoryUsed !== null ? Number(item.memoryUsed) : null;
  const value = used === null || limit === undefined ? used : levelOf(used, limit);
  return { limited: limit !== undefined, values: [...past, ...silent, value] };
}

/** Bytes become levels when a limit is set. What levels were in bytes is not known. */
function valuesFor({ limited, values }: Spark, limit: number | undefined): Spark["values"] {
  if (limited === (limit !== undefined)) return values;
  return limit === undefined ? nothing : values.map((used) => (used === null ? null : levelOf(used, limit)));
}

/** The sparkline until some hours later, in which nothing was reported. */
export const shiftedSpark = ({ limited, values }: Spark, hours: number): Spark => ({
  limited,
  values: [...values.slice(hours), ...nothing.slice(0, hours)],
});

export const isSilent = ({ values }: Spark): boolean => values.every((value) => value === null);

/** One character an hour, as the contract describes it. */
export function sparkText({ limited, values }: Spark): string {
  const most = Math.max(...values.map((value) => value ?? 0));
  const characters = values.map((value) => {
    if (value === null) return sparkUnknown;
    const level = limited ? value : levelOf(value, Math.max(most, 1));
    return sparkLevels[level] ?? sparkUnknown;
  });
  return `${limited ? "" : sparkRelative}${characters.join("")}`;
}

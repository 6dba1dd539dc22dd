import type { DeploymentListItem as Item } from "../../contract/deployment/deployment.ts";
import type { DeploymentSource } from "../../contract/source/source.ts";
import { type Figures, totalOf } from "./figures.ts";
import { freshness, isCurrent } from "./freshness.ts";
import type { LatestFigures } from "./latest-figures.ts";

/*
 * A list of thousands of items is not parsed just to be written again. The text of an item begins with its id and ends
 * with the fields that a pulse may change. Reading the id and changing those fields are a few cuts. JSON escapes quotes
 * inside values, so the last place that holds a field's name with its quotes is always the field itself.
 */
const idStart = '{"id":"';
const sourceStart = ',"source":"';
const statusStart = '","status":';
const updatedStart = ',"lastUpdated":"';
const usedStart = '","memoryUsed":';
const measuredStart = '{"memoryUsed":';

/** An item as text: the id first, the fields that change last. */
export function writeItem(item: Item): string {
  const { id, source, status, lastUpdated, memoryUsed, fullest, evicted, ...rest } = item;
  return JSON.stringify({ id, ...rest, source, status, lastUpdated, memoryUsed, fullest, evicted });
}

/** The id in an item's text. */
export function idOf(text: string): string {
  return text.slice(idStart.length, text.indexOf('"', idStart.length));
}

/** The fields of an item that follow from figures, in the order in which `writeItem` writes them. */
export function measuredFields(figures: Figures): Pick<Item, "memoryUsed" | "fullest" | "evicted"> {
  const { fullest, evicted } = figures;
  return {
    memoryUsed: totalOf(figures),
    ...(fullest && { fullest: { utilization: fullest.perMille / 10, database: fullest.database } }),
    ...(evicted !== undefined && { evicted }),
  };
}

/** The item's text with its latest figures, and with its freshness at `now`. */
export function refresh(text: string, latest: LatestFigures | undefined, now: number): string {
  const updatedAt = text.lastIndexOf(updatedStart);
  const usedAt = text.indexOf(usedStart, updatedAt);
  const sourceAt = text.lastIndexOf(sourceStart, updatedAt);
  const statusAt = text.indexOf(statusStart, sourceAt);
  const source = text.slice(sourceAt + sourceStart.length, statusAt) as DeploymentSource;
  const written = text.slice(updatedAt + updatedStart.length, usedAt);
  const { stale, lastUpdated } = freshness(source, written, latest, now);
  const head = stale ? `${text.slice(0, statusAt)}${statusStart}"stale"` : text.slice(0, updatedAt);
  const measured =
    latest?.figures && isCurrent(latest, written)
      ? JSON.stringify(measuredFields(latest.figures)).slice(measuredStart.length)
      : text.slice(usedAt + usedStart.length);
  return `${head}${updatedStart}${lastUpdated}${usedStart}${measured}`;
}

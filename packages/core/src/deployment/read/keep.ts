import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { compile } from "../../contract/filter/compile.ts";
import { factsOf, type TroubleOf } from "../../contract/filter/facts.ts";
import type { Filter } from "../../contract/filter/filter.ts";

/** An item of a list, from its JSON text. */
export const parsed = (text: string) => JSON.parse(text) as DeploymentListItem;

/**
 * The items for which a filter is true. Items are parsed only here, because it takes most of the time.
 * @param items each as JSON text
 * @param now Unix epoch in milliseconds
 */
export function keep(
  items: readonly string[],
  filter: Filter,
  now: number,
  troubleOf: TroubleOf | undefined,
): string[] {
  const test = compile(filter);
  return items.filter((text) => test(factsOf(parsed(text), now, troubleOf)) === true);
}

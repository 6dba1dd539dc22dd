import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router-dom";
import { pageSizes } from "./paging.ts";
import { storedSetting } from "../settings/stored-setting.ts";
import { parameters } from "../address/urls.ts";

/** The number of rows that the person chose in this browser; undefined before the first choice. */
export const chosenPageSize = storedSetting("shardwatch-page-size", (stored) =>
  pageSizes.find((size) => size === stored),
);

/**
 * Applies the chosen number of rows to a visit whose address names neither page nor page size. A link with a
 * page shows the same rows to everybody.
 */
export function useChosenPageSize(apply: (size: number) => void): void {
  const [query] = useSearchParams();
  const arrive = useEffectEvent(() => {
    const size = chosenPageSize.get();
    const bare = !query.has(parameters.page) && !query.has(parameters.pageSize);
    if (bare && size !== undefined) apply(size);
  });
  useEffect(() => arrive(), []);
}

/** Remembers a changed number of rows. Turning pages is no choice. */
export function rememberPageSize(before: number, after: number): void {
  if (before !== after) chosenPageSize.set(pageSizes.find((size) => size === after));
}

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { hour, minute } from "@shardwatch/core/kit/time";
import { sparksQuery } from "../api/fleet/sparks.ts";
import { whenIdle } from "../lib/browser/use-idle.ts";
import { askForSparks, connectSparks, drawSparks } from "../ui/memory/memory-spark.ts";

/** People who see every organization have rows of many. The others of a page stay without lines. */
const mostOrganizations = 10;
/** How often an open page looks whether its lines are an hour old, in milliseconds. */
const interval = 10 * minute;

const organizationIn = (key: string): string => key.split(" ", 1)[0] ?? "";
const idIn = (key: string): string => key.slice(key.indexOf(" ") + 1);

/** Draws the sparklines of the page's deployments, once its rows are there. */
export function useSparklines(): void {
  const client = useQueryClient();
  useEffect(() => {
    const textOf = (key: string) =>
      client.getQueryData(sparksQuery(organizationIn(key)).queryKey)?.sparks[idIn(key)];
    const want = (keys: readonly string[]) => {
      const organizations = [...new Set(keys.map(organizationIn))].slice(0, mostOrganizations);
      const stale = organizations.map(sparksQuery).filter((query) => isStale(query.queryKey));
      if (stale.length === 0) return;
      // Without them the rows are complete, so a failure stays quiet. The next look asks again.
      whenIdle(() => {
        for (const query of stale) client.fetchQuery(query).then(drawSparks, () => undefined);
      });
    };
    const isStale = (queryKey: readonly unknown[]) =>
      Date.now() - (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) >= hour;
    const disconnect = connectSparks({ textOf, want });
    const timer = setInterval(askForSparks, interval);
    return () => {
      clearInterval(timer);
      disconnect();
    };
  }, [client]);
}

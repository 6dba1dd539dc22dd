import type { Settings } from "@shardwatch/core/access/context";

const twoYears = 63_072_000; // seconds

/**
 * Headers of every answer of ours, whichever function gives it. Pages of other sites may not embed an answer. Outside of
 * one machine there is https only, and browsers that have been here once use nothing else.
 */
export function answerHeaders({ environment }: Settings): Record<string, string> {
  return {
    "cross-origin-resource-policy": "same-site",
    "x-content-type-options": "nosniff",
    ...(environment !== "local" && {
      "strict-transport-security": `max-age=${twoYears}; includeSubDomains`,
    }),
  };
}

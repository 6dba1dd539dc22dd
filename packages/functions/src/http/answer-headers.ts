import type { Settings } from "@shardwatch/core/access/context";

const twoYears = 63_072_000; // seconds

/**
 * Headers of every answer, of every function. Pages of other sites may not embed an answer. The cloud only
 * has https, so browsers that have called once use nothing else.
 */
export function answerHeaders({ environment, ownsSubdomains = true }: Settings): Record<string, string> {
  return {
    "cross-origin-resource-policy": "same-site",
    "x-content-type-options": "nosniff",
    ...(environment !== "local" && {
      "strict-transport-security": `max-age=${twoYears}${ownsSubdomains ? "; includeSubDomains" : ""}`,
    }),
  };
}

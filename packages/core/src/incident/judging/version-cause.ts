import { versionOfKey, worstLeft } from "../../contract/support/worst.ts";
import { worstText } from "../rules/vulnerabilities.ts";
import type { Explanation } from "./causes.ts";
import type { WatchedDeployment } from "./watched.ts";

/** A version with known vulnerabilities. Undefined where the deployment has none of these any more. */
export function versionCause(deployment: WatchedDeployment): Explanation | undefined {
  const worst = worstLeft(deployment.facts);
  const version = worst && versionOfKey(worst.key);
  if (!version) return undefined;
  const { key, count, fixedIn = "Not in this branch" } = worst;
  return {
    key: `version:${key}`,
    cause: { kind: "version", id: key, name: version.name },
    evidence: {
      figures: [
        { label: "Worst", value: worstText(worst) },
        { label: "Known vulnerabilities", value: String(count) },
        { label: "All fixed in", value: fixedIn },
      ],
      words: null,
      since: null,
    },
    value: worstText(worst),
  };
}

import {
  criticalFrom,
  type EngineVersion,
  highFrom,
  worstLeft,
  type WorstVulnerability,
  versionKeyOf,
  worstOf,
} from "../../contract/support/worst.ts";
import { type DeploymentRule, failing, type Judgement, unclear, well } from "./rule.ts";
import { advice, deployments } from "./words.ts";

const isHigh = ({ score }: WorstVulnerability) => (score ?? 0) >= highFrom;

/** "CVE-2025-49844, CVSS 10.0" */
export const worstText = ({ id, score }: WorstVulnerability): string =>
  score === null ? id : `${id}, CVSS ${score.toFixed(1)}`;

/**
 * A version whose maker fixed a vulnerability later. The number does not say whether a distribution patched it, so it is a
 * warning, and people can say so. It counts while a server is silent, too: its version is the last known.
 */
export const knownVulnerability: DeploymentRule = {
  holds: "has known vulnerabilities",
  many: (count) => `${deployments(count)} have versions with known vulnerabilities`,
  condition: {
    text: `A server of your own whose version has a known vulnerability with a CVSS score of ${highFrom} or more; over when no server has the version, or when somebody says that the distribution patched it`,
    severities: ["warning"],
  },
  advice: advice(
    "Upgrade to a version with the fixes, unless your distribution patched it. Distributions fix versions without changing their number.",
  ),
  cause: "version",
  timing: () => ({ for: 0, keep: 0 }),
  judge: ({ facts }): Judgement => {
    const worst = worstLeft(facts);
    if (worst && isHigh(worst))
      return failing("warning", worstText(worst), { step: (worst.score ?? 0) >= criticalFrom ? 2 : 1 });
    const known = worstOf(facts.ownVersions);
    if (known && isHigh(known)) return { ...well, ending: "patched" };
    return known === null || areRead(facts.ownVersions) ? well : unclear;
  },
};

/** Of a branch that is newer than the table nothing is known. But the version with the vulnerability is gone. */
const areRead = (versions: readonly EngineVersion[] = []): boolean =>
  versions.length > 0 && versions.every((version) => versionKeyOf(version) !== undefined);

/** What helps against a version: the first of its branch with all fixes. */
export function adviceOfVersion(fixedIn: string | undefined) {
  const remedy =
    fixedIn === undefined
      ? "This branch does not get all fixes. Move to a supported branch"
      : `Upgrade to ${fixedIn}, the first version of this branch with all fixes`;
  return advice(
    `${remedy}, unless your distribution patched it. Distributions fix versions without changing their number. If yours did, mark the version as patched.`,
  );
}

import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { supportAsOf } from "@shardwatch/core/contract/support/end-of-support";
import type { VulnerabilityOf } from "@shardwatch/core/contract/support/vulnerabilities";
import { criticalFrom, versionKeyOf, versionOfKey } from "@shardwatch/core/contract/support/worst";
import { vulnerabilitiesAsOf } from "@shardwatch/core/contract/support/vulnerability-table";
import { vulnerabilityWords } from "@shardwatch/core/contract/support/vulnerability-words";
import { day } from "@shardwatch/core/kit/time";
import type { PatchedVersion } from "@shardwatch/core/contract/incident/patched";
import { Advisory } from "../../../../incidents/Advisories.tsx";
import { PatchedAction, PatchedLine } from "../../../../incidents/PatchedAction.tsx";
import { saidOf, usePatched } from "../../../../incidents/patched.ts";
import { counted } from "../../../../lib/words/count.ts";
import { useOverTime } from "../../../../lib/time/ticker.ts";
import { Disclosure } from "../../../../ui/section/Disclosure.tsx";
import { Unknown } from "../../../../ui/text/Unknown.tsx";
import { describeSupport } from "./support-text.ts";
import { type VersionInUse, versionsInUse } from "./versions-in-use.ts";

const engines = { redis: "Redis", valkey: "Valkey" };

const nameOf = ({ engine, version }: VersionInUse) => `${engine ? `${engines[engine]} ` : ""}${version}`;

/** The vulnerabilities of a version, without those that somebody said are patched. */
function leftOf({ engine, version, vulnerabilities = [] }: VersionInUse, patched: readonly PatchedVersion[]) {
  const said = engine && saidOf(patched, { engine, version });
  return said ? vulnerabilities.filter(({ id }) => !said.vulnerabilities.includes(id)) : vulnerabilities;
}

interface SummaryProps {
  versions: readonly VersionInUse[];
  patched: readonly PatchedVersion[];
}

/** What is visible while the section is closed. */
function Summary({ versions, patched }: SummaryProps) {
  const [first, ...others] = versions;
  if (!first) return null;
  const support = describeSupport(first);
  const worst = versions
    .map((version) => leftOf(version, patched))
    .reduce((one, other) => (other.length > one.length ? other : one));
  const score = worst[0]?.score ?? null;
  return (
    <>
      {nameOf(first)}
      {others.length > 0 && ` and ${counted(others.length, "other version")}`},{" "}
      <span className={support.tone}>{support.text}</span>
      {worst.length > 0 && (
        <span className="text-warn">
          , {countOf(worst)}
          {score !== null && `, up to CVSS ${score.toFixed(1)}`}
        </span>
      )}
    </>
  );
}

const countOf = (vulnerabilities: readonly VulnerabilityOf[]) =>
  `${vulnerabilities.length} known ${vulnerabilities.length === 1 ? "vulnerability" : "vulnerabilities"}`;

/** The versions of a deployment with the end of their support and their known vulnerabilities. */
export function VersionSection({ deployment }: { deployment: Deployment }) {
  const today = useOverTime((now) => Math.floor(now / day));
  const versions = versionsInUse(deployment, today);
  const patched = usePatched(deployment.organizationId);
  if (versions.length === 0) return null;
  const areCompared = versions.some(({ vulnerabilities }) => vulnerabilities);
  return (
    <Disclosure title="Version" summary={<Summary versions={versions} patched={patched ?? []} />}>
      <div className="grid gap-5">
        {versions.map((version) => (
          <Version key={nameOf(version)} version={version} organizationId={deployment.organizationId} />
        ))}
        <p className="max-w-prose text-sm text-muted">
          Support as stated by {supportAsOf}.
          {areCompared &&
            ` Vulnerabilities as published by ${vulnerabilitiesAsOf}; your distribution may have fixed some without a new version number.`}
        </p>
      </div>
    </Disclosure>
  );
}

function Version({ version, organizationId }: { version: VersionInUse; organizationId: string }) {
  const { databases, engine, vulnerabilities, undecided, withoutFixesSince } = version;
  const patchable = engine && versionOfKey(versionKeyOf({ engine, version: version.version }) ?? "");
  const support = describeSupport(version);
  return (
    <section className="grid gap-2">
      <h3 className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{nameOf(version)}</span>
        <span className="text-sm font-normal text-muted">{counted(databases, "database")}</span>
        <span className={`text-sm font-normal ${support.tone}`}>{support.text}</span>
      </h3>
      {withoutFixesSince !== undefined && (
        <p className="text-sm text-warn">
          This branch has had no security fixes since {withoutFixesSince}. Move to a supported branch.
        </p>
      )}
      {vulnerabilities === undefined ? (
        <p className="text-sm text-muted">Vulnerabilities of this build are not known.</p>
      ) : vulnerabilities.length === 0 ? (
        undecided.length === 0 && <p className="text-sm text-muted">No known vulnerabilities.</p>
      ) : (
        <ul aria-label={`${countOf(vulnerabilities)} of ${nameOf(version)}`} className="grid gap-1.5 text-sm">
          {vulnerabilities.map((vulnerability) => (
            <Vulnerability key={vulnerability.id} {...vulnerability} />
          ))}
        </ul>
      )}
      {patchable && vulnerabilities && vulnerabilities.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <PatchedLine version={patchable} organizationId={organizationId} />
          <PatchedAction version={patchable} organizationId={organizationId} isOpen />
        </div>
      )}
      {undecided.length > 0 && (
        <p className="text-sm text-muted">Not known for this branch: {undecided.join(", ")}.</p>
      )}
    </section>
  );
}

function Vulnerability({ id, score, fixedIn }: VulnerabilityOf) {
  return (
    <li className="grid gap-x-4 sm:grid-cols-[11rem_5rem_1fr]">
      <span className="font-mono">
        <Advisory id={id} />
      </span>
      <span className={score !== null && score >= criticalFrom ? "font-medium text-bad" : "text-muted"}>
        {score === null ? <Unknown why="No score found" /> : `CVSS ${score.toFixed(1)}`}
      </span>
      <span>
        {vulnerabilityWords[id]}.{" "}
        <span className="text-muted">{fixedIn ? `Fixed in ${fixedIn}.` : "No fix in this branch."}</span>
      </span>
    </li>
  );
}

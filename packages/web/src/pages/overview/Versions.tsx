import { noticeDays } from "@shardwatch/core/contract/support/end-of-support";
import { CircleAlert } from "lucide-react";
import { Link } from "react-router-dom";
import { day } from "../../lib/time/absolute-time.ts";
import { counted, formatCount } from "../../lib/words/count.ts";
import { supportTones } from "../../lib/words/support-tones.ts";
import { Section } from "../../ui/section/Section.tsx";
import { textLinkClass } from "../../ui/text/TextLink.tsx";
import { Unknown } from "../../ui/text/Unknown.tsx";
import type { Count } from "./collector.ts";
import { listOf } from "./question.ts";
import { ShowMore, useShown } from "./ShowMore.tsx";
import type { Summary } from "./summary.ts";
import type { VersionLine } from "./versions.ts";

interface VersionsProps {
  summary: Summary;
  organization: string | undefined;
}

const said: Record<NonNullable<VersionLine["support"]>, string> = {
  ended: "Support ended",
  soon: "Support ends",
  ending: "Support ends",
  supported: "Supported until",
};

function Support({ end, support, days }: Pick<VersionLine, "end" | "support" | "days">) {
  if (end === undefined || support === undefined || days === undefined)
    return <Unknown why="End-of-support date unknown" />;
  return (
    <span className={`figures inline-flex items-center gap-1.5 text-sm ${supportTones[support]}`}>
      {support !== "supported" && <CircleAlert aria-hidden className="size-3.5 shrink-0" />}
      {said[support]}{" "}
      {support === "soon" ? `${days === 0 ? "today" : `in ${counted(days, "day")}`} (${day(end)})` : day(end)}
    </span>
  );
}

const rowClass =
  "flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-t border-line px-4 py-2 first:border-t-0";

const fewest = 8;

/** The versions in use with their end of support. A deployment counts with the lowest version of each engine. */
export function Versions({ summary: { versions }, organization }: VersionsProps) {
  const { shown, showMore, list } = useShown<HTMLUListElement>(fewest);
  return (
    <Section heading="Versions">
      {versions.length === 0 ? (
        <p className="px-4 py-6 text-muted">No versions reported yet.</p>
      ) : (
        <ul ref={list}>
          {versions.slice(0, shown).map(({ product, branch, question, deployments, ...support }) => (
            <li key={question} className={rowClass}>
              <span className="flex flex-wrap items-baseline gap-x-3">
                <span className="font-medium">
                  {product}{" "}
                  {branch ? (
                    <span className="font-mono text-sm">{branch}</span>
                  ) : (
                    <Unknown why="of unknown version" />
                  )}
                </span>
                <Link to={listOf(question, organization)} className={`${textLinkClass} figures`}>
                  {counted(deployments, "deployment")}
                </Link>
              </span>
              <Support {...support} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore hidden={versions.length - shown} onMore={showMore} />
    </Section>
  );
}

interface RiskProps {
  label: string;
  count: Count;
  /** Said beside the label. */
  note?: string | undefined;
  organization: string | undefined;
}

function Risk({ label, count, note, organization }: RiskProps) {
  return (
    <li className={rowClass}>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{label}</span>
        {note !== undefined && <span className="figures text-sm text-muted">{note}</span>}
      </span>
      <Link
        to={listOf(count.question, organization)}
        aria-label={`${label}: ${counted(count.deployments, "deployment")}`}
        className={`${textLinkClass} figures`}
      >
        {formatCount(count.deployments)}
      </Link>
    </li>
  );
}

/** Versions and settings that are worth a look. */
export function Risks({ summary: { figures }, organization }: VersionsProps) {
  const { worstScore } = figures;
  const worst = worstScore === undefined ? undefined : `Worst CVSS ${worstScore.toFixed(1)}`;
  const risks = [
    ["Critical vulnerabilities", figures.criticalCve, worst],
    ["High vulnerabilities", figures.highCve],
    ["Support ended", figures.unsupported],
    [`Support ends within ${noticeDays} days`, figures.endingSupport],
    ["TLS off", figures.noTls],
    ["No memory limit", figures.noLimit],
  ] as const;
  return (
    <Section heading="Risks">
      <ul>
        {risks.map(([label, count, note]) => (
          <Risk key={label} label={label} count={count} note={note} organization={organization} />
        ))}
      </ul>
    </Section>
  );
}

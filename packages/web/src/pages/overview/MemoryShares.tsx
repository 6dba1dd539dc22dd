import { formatBytes } from "@shardwatch/core/kit/bytes";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import { counted } from "../../lib/words/count.ts";
import { Figure } from "../../ui/text/Figure.tsx";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { Meter } from "../../ui/memory/Meter.tsx";
import { Section } from "../../ui/section/Section.tsx";
import { type Dimension, dimensions, type MemoryShare } from "./memory-shares.ts";
import { listOf } from "./question.ts";
import { ShowMore, useShown } from "./ShowMore.tsx";
import type { Summary } from "./summary.ts";

const labels: Record<Dimension, string> = {
  source: "Source",
  type: "Type",
  region: "Region",
  version: "Version",
};

/** Percent of the most memory that a share has. Thousandths are exact enough for a bar. */
function percentOf(used: string | null, most: string | null): number {
  if (used === null || most === null || most === "0") return 0;
  return Number((BigInt(used) * 1_000n) / BigInt(most)) / 10;
}

interface ShareProps {
  share: MemoryShare;
  most: string | null;
  organization: string | undefined;
}

function Share({ share, most, organization }: ShareProps) {
  const { label, question, deployments, used } = share;
  const bytes = used === null ? "—" : formatBytes(used);
  const text = (
    <span className="grid gap-1.5">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Foreign className="min-w-0 font-medium wrap-anywhere">{label}</Foreign>{" "}
        <span className="figures text-sm text-muted">
          {counted(deployments, "deployment")}, <Figure text={bytes} />
        </span>
      </span>
      <Meter
        percent={percentOf(used, most)}
        level="ok"
        label={`Memory used: ${label}`}
        spoken={used === null ? "unknown" : bytes}
      />
    </span>
  );
  return (
    <li>
      {question === undefined ? (
        <span className="block px-4 py-2">{text}</span>
      ) : (
        <Link to={listOf(question, organization)} className="block px-4 py-2 hover:bg-hover">
          {text}
        </Link>
      )}
    </li>
  );
}

const fewest = 8;

interface SharesProps {
  dimension: Dimension;
  shares: readonly MemoryShare[];
  organization: string | undefined;
}

function Shares({ dimension, shares, organization }: SharesProps) {
  const { shown, showMore, list } = useShown<HTMLUListElement>(fewest);
  return (
    <>
      <ul ref={list} aria-label={`Memory used by ${labels[dimension].toLowerCase()}`} className="py-2">
        {shares.slice(0, shown).map((share) => (
          <Share key={share.label} share={share} most={shares[0]?.used ?? null} organization={organization} />
        ))}
      </ul>
      <ShowMore hidden={shares.length - shown} onMore={showMore} />
    </>
  );
}

interface MemorySharesProps {
  summary: Summary;
  organization: string | undefined;
}

/** The memory in use, split by one property of the deployments. Each bar is a link to its deployments. */
export function MemoryShares({ summary, organization }: MemorySharesProps) {
  const id = useId();
  const [dimension, choose] = useState<Dimension>("source");
  return (
    <Section
      heading="Memory used"
      action={
        <div className="flex items-center gap-2">
          <label htmlFor={id} className="text-sm text-muted">
            by
          </label>
          <select
            id={id}
            aria-label="Memory used by"
            value={dimension}
            onChange={({ target }) => choose(dimensions.find((each) => each === target.value) ?? "source")}
            className="h-8 rounded-md border border-field bg-surface px-1.5 text-sm max-md:h-11"
          >
            {dimensions.map((each) => (
              <option key={each} value={each}>
                {labels[each]}
              </option>
            ))}
          </select>
        </div>
      }
    >
      <Shares
        key={dimension}
        dimension={dimension}
        shares={summary.memory[dimension]}
        organization={organization}
      />
      {dimension === "region" && (
        <p className="px-4 py-2 text-sm text-muted">
          Deployments in several regions are counted in each one.
        </p>
      )}
    </Section>
  );
}

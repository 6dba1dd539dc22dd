import type { Level } from "@shardwatch/core/contract/filter/severity";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { counted, formatCount } from "../../lib/count.ts";
import { keyOf } from "../../lib/deployment-key.ts";
import { paths } from "../../lib/paths.ts";
import { sourceKinds } from "../../sources/kinds.ts";
import { Button } from "../../ui/Button.tsx";
import { Foreign } from "../../ui/Foreign.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { textLinkClass } from "../../ui/TextLink.tsx";
import { TimeAgo } from "../../ui/TimeAgo.tsx";
import type { SourceTrouble, Trouble } from "./attention.ts";
import { nameOfSource, reasonOf, reasonOfSource, statusOfSource } from "./describe-trouble.ts";
import type { DeploymentFinding } from "./findings.ts";
import { listOf } from "./question.ts";

interface Scope {
  /** The organization whose deployments are counted; undefined for all. */
  organization: string | undefined;
  /** Whether links to deployments name their organization. */
  choosesOrganization: boolean;
}

interface RowProps {
  badge: ReactNode;
  title: ReactNode;
  reason: string;
  since: ReactNode;
}

function Row({ badge, title, reason, since }: RowProps) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-line px-4 py-2 first:border-t-0">
      <span style={{ flexBasis: "9rem" }}>{badge}</span>
      <div className="grid min-w-0 gap-0.5" style={{ flex: "1 1 16rem" }}>
        <p className="flex flex-wrap items-baseline gap-x-3">{title}</p>
        <p className="text-sm wrap-anywhere text-muted">
          <Foreign>{reason}</Foreign>
        </p>
      </div>
      <span className="text-sm text-muted">{since}</span>
    </li>
  );
}

const since = (date: string | null | undefined) =>
  date != null && (
    <>
      <span className="sr-only">Since</span> <TimeAgo date={date} />
    </>
  );

/** Badges draw by concern. What is no concern of a deployment borrows the look of one. */
const looks = { critical: "denied", warning: "other", ok: "pending" } as const satisfies Record<
  Level,
  string
>;

function SourceRow({ trouble, organization }: { trouble: SourceTrouble } & Pick<Scope, "organization">) {
  const { kind, status, level, names, deployments } = trouble;
  const concern = status === "silent" ? "stale" : looks[level];
  const others = deployments - names.length;
  return (
    <Row
      badge={<StatusBadge status={statusOfSource(status)} concern={concern} />}
      title={
        <>
          <Link to={sourceKinds[kind].tab.path} className={`${textLinkClass} font-medium`}>
            <Foreign className="wrap-anywhere">{nameOfSource(trouble)}</Foreign>
          </Link>
          {deployments > 0 && (
            <Link to={listOf(trouble.question, organization)} className={`${textLinkClass} figures`}>
              {counted(deployments, "deployment")}
            </Link>
          )}
          {names.length > 0 && (
            <span className="text-sm wrap-anywhere text-muted">
              <Foreign>{names.join(", ")}</Foreign>
              {others > 0 && ` and ${formatCount(others)} more`}
            </span>
          )}
        </>
      }
      reason={reasonOfSource(trouble)}
      since={since(trouble.since)}
    />
  );
}

function DeploymentRow({
  finding,
  choosesOrganization,
}: { finding: DeploymentFinding } & Pick<Scope, "choosesOrganization">) {
  const { concern, deployment, at } = finding;
  const { id, name, status, organizationId } = deployment;
  const ends = concern === "ending";
  return (
    <Row
      badge={<StatusBadge status={ends ? "License ends" : status} concern={ends ? looks.warning : concern} />}
      title={
        <Link
          to={paths.deployment(id, "", choosesOrganization ? organizationId : undefined)}
          className={`${textLinkClass} font-medium`}
        >
          <Foreign className="wrap-anywhere">{name}</Foreign>
        </Link>
      }
      reason={reasonOf(finding)}
      since={!ends && since(at)}
    />
  );
}

const keyOfTrouble = (trouble: Trouble): string =>
  trouble.what === "source" ? trouble.question : `${keyOf(trouble.deployment)} ${trouble.concern}`;

/** How many rows are shown at first, and after each further click. */
const step = 10;
const further = 100;

/** Everything that needs attention, the most urgent first. */
export function AttentionList({ troubles, ...scope }: Scope & { troubles: readonly Trouble[] }) {
  const [shown, show] = useState(step);
  const hidden = troubles.length - shown;
  if (troubles.length === 0) return <p className="px-4 py-6 text-muted">Nothing needs attention.</p>;
  return (
    <>
      <ol>
        {troubles
          .slice(0, shown)
          .map((trouble) =>
            trouble.what === "source" ? (
              <SourceRow key={keyOfTrouble(trouble)} trouble={trouble} organization={scope.organization} />
            ) : (
              <DeploymentRow
                key={keyOfTrouble(trouble)}
                finding={trouble}
                choosesOrganization={scope.choosesOrganization}
              />
            ),
          )}
      </ol>
      {hidden > 0 && (
        <div className="border-t border-line px-4 py-2">
          <Button onClick={() => show(shown + further)} className="max-md:h-11">
            Show {formatCount(Math.min(hidden, further))} more
          </Button>
        </div>
      )}
    </>
  );
}

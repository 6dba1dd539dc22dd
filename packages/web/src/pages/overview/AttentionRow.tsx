import type { Level } from "@shardwatch/core/contract/filter/severity";
import { createElement, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { counted, formatCount } from "../../lib/words/count.ts";
import { keyOf } from "../../lib/words/deployment-key.ts";
import { paths } from "../../lib/address/paths.ts";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { MemoryBar } from "../../ui/memory/MemoryBar.tsx";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { textLinkClass } from "../../ui/text/TextLink.tsx";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";
import type { SourceTrouble } from "./attention.ts";
import { nameOfSource, reasonOf, reasonOfSource, statusOfSource } from "./describe-trouble.ts";
import type { DeploymentFinding } from "./findings.ts";
import { listOf } from "./question.ts";

/** Whose deployments are shown, and where their names lead. */
export interface RowScope {
  /** The organization whose deployments are counted; undefined for all. */
  organization: string | undefined;
  /** Whether links to deployments name their organization. */
  choosesOrganization: boolean;
  /** Whether the sources are of the person's own organization, whose pages show them. */
  ownsSources: boolean;
  /** The name of an organization, where rows are of several. */
  nameOf: (organizationId: string) => string | undefined;
}

interface RowProps {
  badge: ReactNode;
  title: ReactNode;
  reason: ReactNode;
  /** Since when, or how much. */
  aside: ReactNode;
}

/* Widths are styles, because a class for each would be part of every first download. */
const badgeWidth = { flex: "0 0 8.5rem" };
const textWidth = { flex: "1 1 16rem" };
const titleWidth = { flex: "0 1 19rem" };
const reasonWidth = { flex: "1 1 20rem" };
const asideWidth = { flex: "0 0 8rem" };
const sparkSize = { display: "block", height: "1rem", marginBottom: "0.125rem" };

/** One line in a wide window. In others the reason is below the title, and on a phone all parts are. */
function Row({ badge, title, reason, aside }: RowProps) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-line px-4 py-2 first:border-t-0">
      <span style={badgeWidth}>{badge}</span>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-0.5" style={textWidth}>
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-3" style={titleWidth}>
          {title}
        </p>
        <p className="min-w-0 text-sm wrap-anywhere text-muted" style={reasonWidth}>
          {reason}
        </p>
      </div>
      <span className="text-sm text-muted" style={asideWidth}>
        {aside}
      </span>
    </li>
  );
}

const since = (date: string | null | undefined) =>
  date != null && (
    <>
      <span className="sr-only">Since</span> <TimeAgo date={date} />
    </>
  );

/** Badges draw by concern. What is no concern of a deployment borrows the style of one. */
const concernOfLevel = { critical: "denied", warning: "other", ok: "pending" } as const satisfies Record<
  Level,
  string
>;

interface SourceRowProps {
  trouble: SourceTrouble;
  scope: RowScope;
}

/** A key or an account that is silent or cannot be read. */
export function SourceRow({ trouble, scope }: SourceRowProps) {
  const { kind, status, level, names, deployments, organizationId, question } = trouble;
  const concern = status === "silent" ? "stale" : concernOfLevel[level];
  const others = deployments - names.length;
  const owner = organizationId === undefined ? undefined : scope.nameOf(organizationId);
  const name = <Foreign className="wrap-anywhere">{nameOfSource(trouble, owner)}</Foreign>;
  // The overview of its organization has its name. Asking every organization for it would take a request each.
  const to = scope.ownsSources
    ? paths.sourceTab(kind)
    : scope.organization === undefined && organizationId !== undefined
      ? paths.overview(organizationId)
      : undefined;
  return (
    <Row
      badge={<StatusBadge status={statusOfSource(status)} concern={concern} />}
      title={
        <>
          {to === undefined ? (
            <span className="font-medium">{name}</span>
          ) : (
            <Link to={to} className={`${textLinkClass} font-medium`}>
              {name}
            </Link>
          )}
          {deployments > 0 && (
            <Link to={listOf(question, scope.organization)} className={`${textLinkClass} figures`}>
              {counted(deployments, "deployment")}
            </Link>
          )}
        </>
      }
      reason={
        <>
          <Foreign>{reasonOfSource(trouble)}</Foreign>
          {names.length > 0 && (
            <>
              {" ("}
              <Foreign>{names.join(", ")}</Foreign>
              {others > 0 && ` and ${formatCount(others)} more`})
            </>
          )}
        </>
      }
      aside={since(trouble.since)}
    />
  );
}

/** How full the fullest database is, where that is the trouble. */
function Fullness({ finding }: { finding: DeploymentFinding }) {
  const { facts, level, deployment } = finding;
  if (facts.utilization == null) return null;
  const label = `Fullest database of ${deployment.name}`;
  return (
    <>
      {createElement("memory-spark", { of: keyOf(deployment), style: sparkSize })}
      <MemoryBar percent={facts.utilization} level={level} label={label} />
    </>
  );
}

interface DeploymentRowProps {
  finding: DeploymentFinding;
  scope: RowScope;
}

/** One trouble of a deployment. */
export function DeploymentRow({ finding, scope }: DeploymentRowProps) {
  const { concern, deployment, at } = finding;
  const { id, name, status, organizationId } = deployment;
  const owner = scope.nameOf(organizationId);
  const ends = concern === "ending";
  const isFull = concern === "full" || concern === "nearlyFull";
  return (
    <Row
      badge={
        <StatusBadge
          status={ends ? "License expiring" : status}
          concern={ends ? concernOfLevel.warning : concern}
        />
      }
      title={
        <>
          <Link
            to={paths.deployment(id, "", scope.choosesOrganization ? organizationId : undefined)}
            className={`${textLinkClass} font-medium`}
          >
            <Foreign className="wrap-anywhere">{name}</Foreign>
          </Link>
          {owner !== undefined && <Foreign className="text-sm wrap-anywhere text-muted">{owner}</Foreign>}
        </>
      }
      reason={<Foreign>{reasonOf(finding)}</Foreign>}
      aside={isFull ? <Fullness finding={finding} /> : !ends && since(at)}
    />
  );
}

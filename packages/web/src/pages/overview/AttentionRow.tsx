import { subjectOfRule } from "@shardwatch/core/contract/incident/rules";
import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { createElement, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { SeverityBadge } from "../../incidents/SeverityBadge.tsx";
import { paths } from "../../lib/address/paths.ts";
import { keyOf } from "../../lib/words/deployment-key.ts";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { textLinkClass } from "../../ui/text/TextLink.tsx";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";
import { concernedBy, reasonOf, type Words } from "./attention.ts";
import { levelsText, type TroubledOrganization } from "./levels.ts";

interface RowProps {
  badge: ReactNode;
  title: ReactNode;
  reason?: ReactNode;
  /** Since when, and who looks after it. */
  aside?: ReactNode;
}

/* Widths are styles, because a class for each would be part of every first download. */
const badgeWidth = { flex: "0 0 5.5rem" };
const textWidth = { flex: "1 1 16rem" };
const titleWidth = { flex: "1 1 20rem" };
const reasonWidth = { flex: "1 1 16rem" };
const asideWidth = { flex: "0 0 10rem" };
const sparkSize = { display: "block", height: "1rem" };

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
      <span className="grid min-w-0 gap-0.5 text-sm text-muted" style={asideWidth}>
        {aside}
      </span>
    </li>
  );
}

interface TitleProps {
  to: string;
  children: string;
}

const Title = ({ to, children }: TitleProps) => (
  <Link to={to} className={`${textLinkClass} font-medium`}>
    <Foreign className="wrap-anywhere">{children}</Foreign>
  </Link>
);

interface IncidentRowProps {
  incident: Incident;
  /** The organization in the address; links keep it. */
  organization: string | undefined;
  words: Words;
}

/** An open incident: what is wrong, what it concerns, why, since when, and who looks after it. */
export function IncidentRow({ incident, organization, words }: IncidentRowProps) {
  const { id, severity, title, since, acknowledged } = incident;
  const concerned = concernedBy(incident, organization);
  return (
    <Row
      badge={<SeverityBadge severity={severity} />}
      title={
        <>
          <Title to={paths.incident(id, organization)}>{title}</Title>
          {concerned && (
            <Link to={concerned.to} className={`${textLinkClass} figures text-sm`}>
              <Foreign className="wrap-anywhere">{concerned.text}</Foreign>
            </Link>
          )}
        </>
      }
      reason={<Foreign>{reasonOf(incident, words)}</Foreign>}
      aside={
        <>
          <span>
            <span className="sr-only">Since</span> <TimeAgo date={since} />
          </span>
          {acknowledged && (
            <span className="wrap-anywhere">
              Acknowledged by <Foreign>{acknowledged.by.name ?? "a former member"}</Foreign>
            </span>
          )}
          <Spark incident={incident} />
        </>
      }
    />
  );
}

/** The last day of a store that is nearly full. */
function Spark({ incident: { rule, organizationId, affected } }: { incident: Incident }) {
  const [only, ...others] = affected.first;
  if (subjectOfRule(rule) !== "memory" || !only || others.length > 0) return null;
  return createElement("memory-spark", { of: keyOf({ id: only.id, organizationId }), style: sparkSize });
}

interface OrganizationRowProps {
  organization: TroubledOrganization;
  name: string;
}

/** An organization in which deployments are not well. */
export function OrganizationRow({ organization: { id, ...levels }, name }: OrganizationRowProps) {
  return (
    <Row
      badge={<SeverityBadge severity={levels.critical > 0 ? "critical" : "warning"} />}
      title={<Title to={paths.overview(id)}>{name}</Title>}
      reason={levelsText(levels)}
    />
  );
}

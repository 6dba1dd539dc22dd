import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { Link } from "react-router-dom";
import { SeverityBadge } from "../../incidents/SeverityBadge.tsx";
import { formatCount } from "../../lib/words/count.ts";
import { paths } from "../../lib/address/paths.ts";
import { Button } from "../../ui/form/Button.tsx";
import type { ColumnSpec } from "../../ui/table/columns.ts";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { rowLink } from "../../ui/table/rows.ts";
import { textLinkClass } from "../../ui/text/TextLink.tsx";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";
import { deploymentOf } from "./by-deployment.ts";
import { affectedIn } from "./affected.ts";
import { IncidentState } from "./IncidentState.tsx";
import type { Tab } from "./incidents-view.ts";

/** The data that the cells need from the page. */
interface RowContext {
  tab: Tab;
  /** The organization in the address; links keep it. */
  organization: string | undefined;
  onAcknowledge: (incident: Incident) => void;
  /** The first incident of each deployment, while they are grouped. */
  firsts: ReadonlySet<Incident> | undefined;
}

/* Styles, because a class for each would be part of every first download. */
const badgeWidth = { flex: "0 0 5.5rem" };
const titleWidth = { flex: "1 1 12rem" };

/** Every column of the list. */
export const incidentColumns: readonly ColumnSpec<Incident, RowContext>[] = [
  {
    id: "incident",
    header: "Incident",
    rem: 26,
    cell: ({ id, severity, title }, { organization }) => (
      <span className="flex min-w-0 grow flex-wrap items-center gap-1">
        <span style={badgeWidth}>
          <SeverityBadge severity={severity} />
        </span>
        <Link
          to={paths.incident(id, organization)}
          {...rowLink}
          data-incident={id}
          style={titleWidth}
          className="min-w-0 rounded-sm font-medium break-words hover:text-accent hover:underline"
        >
          <Foreign>{title}</Foreign>
        </Link>
      </span>
    ),
  },
  {
    id: "deployment",
    header: "Deployment",
    card: "line",
    rem: 12,
    exists: ({ firsts }) => firsts !== undefined,
    cell: (incident, { firsts, organization }) => (
      <DeploymentCell
        incident={incident}
        isFirst={firsts?.has(incident) === true}
        organization={organization}
      />
    ),
  },
  {
    id: "affected",
    header: "Affected",
    align: "end",
    rem: 6,
    cell: (incident, { organization }) => {
      const count = formatCount(incident.affected.count);
      const to = incident.state === "open" ? affectedIn(incident, organization) : undefined;
      return to === undefined ? (
        <span className="figures">{count}</span>
      ) : (
        <Link to={to} className={`${textLinkClass} figures z-10`}>
          {count}
          <span className="sr-only">affected deployment{incident.affected.count === 1 ? "" : "s"}</span>
        </Link>
      );
    },
  },
  {
    id: "since",
    header: "Since",
    card: "plain",
    rem: 8.5,
    exists: ({ tab }) => tab !== "past",
    cell: ({ since }) => <When date={since} />,
  },
  {
    id: "ended",
    header: "Ended",
    card: "plain",
    rem: 8.5,
    exists: ({ tab }) => tab === "past",
    cell: ({ resolvedAt, openedAt }) => <When date={resolvedAt ?? openedAt} />,
  },
  {
    id: "state",
    header: "State",
    card: "plain",
    rem: 14,
    cell: (incident) => <IncidentState incident={incident} />,
  },
  {
    id: "actions",
    header: "Actions",
    actions: true,
    align: "end",
    rem: 8,
    exists: ({ tab }) => tab !== "past",
    cell: (incident, { onAcknowledge }) =>
      incident.acknowledged === null && (
        <Button
          aria-label={`Acknowledge: ${incident.title}`}
          onClick={() => onAcknowledge(incident)}
          className="relative z-10"
        >
          Acknowledge
        </Button>
      ),
  },
];

interface DeploymentCellProps {
  incident: Incident;
  isFirst: boolean;
  organization: string | undefined;
}

/** The deployment of a group. Below its first incident, the name is for screen readers only. */
function DeploymentCell({ incident, isFirst, organization }: DeploymentCellProps) {
  const deployment = deploymentOf(incident);
  if (!deployment) return <span className="text-muted">Several, or none</span>;
  const { id, name } = deployment;
  if (!isFirst) return <span className="sr-only">{name}</span>;
  return (
    <Link
      to={paths.deployment(id, "", organization)}
      className={`${textLinkClass} relative z-10 font-medium`}
    >
      <Foreign className="wrap-anywhere">{name}</Foreign>
    </Link>
  );
}

/** The link in a card's title covers the card, so the time is above it. */
const When = ({ date }: { date: string }) => (
  <span className="relative z-10">
    <TimeAgo date={date} />
  </span>
);

import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { Link } from "react-router-dom";
import { SeverityBadge } from "../../incidents/SeverityBadge.tsx";
import { counted } from "../../lib/words/count.ts";
import { paths } from "../../lib/address/paths.ts";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { textLinkClass } from "../../ui/text/TextLink.tsx";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";

/** How many incidents are above the notifications. */
const newest = 5;

interface IncidentsInPanelProps {
  /** The open ones. */
  incidents: readonly Incident[];
  hasFailed: boolean;
  /** Called when a link leads to another page. */
  onClose: () => void;
}

/** The newest open incidents, above the notifications. Nothing when there are none. */
export function IncidentsInPanel({ incidents, hasFailed, onClose }: IncidentsInPanelProps) {
  if (hasFailed)
    return (
      <p role="alert" className="border-b border-line px-4 py-3 text-sm text-muted">
        Failed to load incidents
      </p>
    );
  if (incidents.length === 0) return null;
  const shown = incidents.toSorted((one, other) => (one.openedAt < other.openedAt ? 1 : -1)).slice(0, newest);
  return (
    <section aria-labelledby="open-incidents" className="border-b border-line">
      <div className="flex items-baseline justify-between gap-4 px-4 py-2">
        <h3 id="open-incidents" className="text-sm font-medium text-muted">
          {counted(incidents.length, "open incident")}
        </h3>
        <Link to={paths.incidents()} onClick={onClose} className={`${textLinkClass} text-sm`}>
          View all
        </Link>
      </div>
      <ul className="divide-y divide-line">
        {shown.map(({ id, severity, title, openedAt, acknowledged }) => (
          <li key={id} className="relative grid gap-1 px-4 py-2 hover:bg-hover">
            <Link
              to={paths.incident(id)}
              onClick={onClose}
              className="font-medium break-words after:absolute after:inset-0"
            >
              <Foreign>{title}</Foreign>
            </Link>
            <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
              <SeverityBadge severity={severity} />
              <span className="relative z-10">
                <TimeAgo date={openedAt} />
              </span>
              {acknowledged && "Acknowledged"}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

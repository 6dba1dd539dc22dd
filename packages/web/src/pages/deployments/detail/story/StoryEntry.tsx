import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { BellOff } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { SeverityBadge } from "../../../../incidents/SeverityBadge.tsx";
import { focusedIncident } from "../../../../incidents/use-acknowledge.ts";
import { usePageKey } from "../../../../lib/browser/use-page-key.ts";
import { useWhyNotSilence } from "../../../../incidents/use-why-not-silence.ts";
import { paths } from "../../../../lib/address/paths.ts";
import { shortTime } from "../../../../lib/time/short-time.ts";
import { Button } from "../../../../ui/form/Button.tsx";
import { LimitedButton } from "../../../../ui/form/LimitedButton.tsx";
import { Foreign } from "../../../../ui/text/Foreign.tsx";
import { textLinkClass } from "../../../../ui/text/TextLink.tsx";
import { TimeAgo } from "../../../../ui/text/TimeAgo.tsx";
import { notifiedText } from "./story.ts";

const SilenceDialog = lazy(() => import("../../../../incidents/SilenceDialog.tsx"));

/* A style, because a class for it would be part of every first download. On a phone the buttons are below. */
const textWidth = { flex: "1 1 20rem" };

interface StoryEntryProps {
  incident: Incident;
  /** For people who see all organizations; others have one. */
  organization: string | undefined;
  onAcknowledge: (incident: Incident) => void;
}

/** One open incident: what is wrong, since when, what to do, who was notified, and the two actions against it. */
export function StoryEntry({ incident, organization, onAcknowledge }: StoryEntryProps) {
  const { id, severity, title, advice, acknowledged } = incident;
  return (
    <li className="flex min-h-24 flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="grid min-w-0 gap-1" style={textWidth}>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <SeverityBadge severity={severity} />
          <Link
            to={paths.incident(id, organization)}
            data-incident={id}
            className={`${textLinkClass} min-w-0 text-base font-semibold`}
          >
            <Foreign className="wrap-anywhere">{title}</Foreign>
          </Link>
          <Since incident={incident} />
        </p>
        {advice && <p>{advice.text}</p>}
        <Notified incident={incident} />
      </div>
      <div className="flex flex-wrap gap-2">
        {acknowledged === null && (
          <Button
            aria-label={`Acknowledge: ${title}`}
            aria-keyshortcuts="a"
            onClick={() => onAcknowledge(incident)}
          >
            Acknowledge
          </Button>
        )}
        <SilenceButton incident={incident} organization={organization} />
      </div>
    </li>
  );
}

/** Since when it lasts, and who looks after it. */
function Since({ incident }: { incident: Incident }) {
  const { since, acknowledged, silencedUntil } = incident;
  return (
    <span className="text-muted">
      since {shortTime(since)}, <TimeAgo date={since} />
      {silencedUntil !== null && <>, silenced until {shortTime(silencedUntil)}</>}
      {acknowledged && (
        <>
          , acknowledged by <Foreign>{acknowledged.by.name ?? "a former member"}</Foreign>
        </>
      )}
    </span>
  );
}

/** The channels that have a message about it. The incident's page says whether each arrived. */
function Notified({ incident }: { incident: Incident }) {
  const names = notifiedText(incident);
  // An API of the release before doesn't say it.
  if (incident.notified === undefined) return null;
  return (
    <p className="text-muted">
      {names === undefined ? (
        <>
          Notified: nobody yet.{" "}
          <Link to={paths.profileNotifications()} className={textLinkClass}>
            Notification channels
          </Link>
        </>
      ) : (
        <>
          Notified: <Foreign className="wrap-anywhere">{names}</Foreign>
        </>
      )}
    </p>
  );
}

/** Opens the dialog in which the incident is silenced. The key "s" does it for the incident with the focus. */
function SilenceButton({ incident, organization }: Omit<StoryEntryProps, "onAcknowledge">) {
  const limit = useWhyNotSilence();
  const [isOpen, setOpen] = useState(false);
  usePageKey("s", () => {
    if (limit !== undefined || !focusedIncident([incident])) return false;
    setOpen(true);
    return true;
  });
  return (
    <>
      <LimitedButton
        reason={limit}
        aria-label={`Silence… ${incident.title}`}
        aria-keyshortcuts="s"
        onClick={() => setOpen(true)}
      >
        <BellOff aria-hidden className="size-3.5" />
        Silence…
      </LimitedButton>
      {isOpen && (
        <Suspense>
          <SilenceDialog incident={incident} organizationId={organization} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

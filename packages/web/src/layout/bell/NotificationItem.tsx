import { X } from "lucide-react";
import type { MouseEvent } from "react";
import { Link } from "react-router-dom";
import type { InvitationStatus } from "@shardwatch/core/contract/people/invitation";
import type { Notification } from "@shardwatch/core/contract/channel/notification";
import { deleteNotification, markRead } from "../../api/people/notification-changes.ts";
import { SeverityIcon } from "../../incidents/SeverityBadge.tsx";
import { paths } from "../../lib/address/paths.ts";
import { useMay, useUser } from "../../session/session.ts";
import { showError } from "../../lib/browser/toasts.ts";
import { Button } from "../../ui/form/Button.tsx";
import { WithNames } from "../../ui/text/Foreign.tsx";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";

/** Runs an action. A failure is shown under this headline. */
export type Attempt = (headline: string, work: () => Promise<void>) => Promise<void>;

const notMarked = "Failed to mark notification as read";
/** The whole item is pressable. Controls on top of it stay reachable. */
const titleClass = "min-w-0 text-left font-medium break-words after:absolute after:inset-0";

const outcomes: Record<Exclude<InvitationStatus, "pending">, string> = {
  accepted: "You accepted this invitation.",
  rejected: "You declined this invitation.",
  cancelled: "This invitation was cancelled.",
  expired: "This invitation has expired. Ask for a new one.",
};

interface NotificationItemProps {
  notification: Notification;
  attempt: Attempt;
  /** Called when a link leads to another page. */
  onClose: () => void;
}

/** Where a notification leads, and its name for sighted people. Undefined where it leads nowhere. */
function targetOf(
  { type, metadata }: Notification,
  organization: string | undefined,
): { to: string; name: string } | undefined {
  const { invitationStatus = "pending", incidentId } = metadata;
  if (type === "INVITATION" && invitationStatus === "pending")
    return { to: paths.profileOrganization(), name: "Show invitation" };
  return incidentId === undefined
    ? undefined
    : { to: paths.incident(incidentId, organization), name: "Show incident" };
}

/** One notification. Pressing it marks it as read. Those about an open invitation or an incident also open it. */
export function NotificationItem({ notification, attempt, onClose }: NotificationItemProps) {
  const { type, title, message, read, createdAt, metadata } = notification;
  const { invitationStatus: status = "pending" } = metadata;
  // Notifications are of the own organization, also while a super admin looks at another one.
  const own = useUser()?.organization?.id;
  const target = targetOf(notification, useMay("seeEveryOrganization") ? own : undefined);
  // The former version of the API does not send them.
  const { names = [] } = metadata;

  function follow() {
    onClose();
    markRead(notification).catch((error: unknown) => showError(notMarked, error));
  }

  return (
    <li className="relative flex gap-2 py-3 pr-2 pl-4 hover:bg-hover">
      <div className="grid min-w-0 grow content-start gap-0.5">
        <div className="flex items-start gap-2">
          {/* The title says it in words. Members are notified of critical incidents only. */}
          {type === "INCIDENT" && <SeverityIcon severity="critical" />}
          {target ? (
            <Link to={target.to} onClick={follow} className={titleClass}>
              <WithNames text={title} names={names} />
            </Link>
          ) : (
            <button
              type="button"
              onClick={() => void attempt(notMarked, () => markRead(notification))}
              className={titleClass}
            >
              <WithNames text={title} names={names} />
            </button>
          )}
          {!read && <span className="mt-0.5 rounded-sm bg-track px-1.5 text-xs font-semibold">New</span>}
        </div>
        <p className="break-words text-muted">
          <WithNames text={message} names={names} />
        </p>
        {status !== "pending" && <p className="text-sm text-muted">{outcomes[status]}</p>}
        {metadata.incidentEnded && <p className="text-sm text-muted">This incident has ended.</p>}
        {target && (
          // The whole item is the link. This text shows it to sighted people.
          <p aria-hidden className="text-sm font-medium text-accent">
            {target.name}
          </p>
        )}
        {metadata.reasonMessage && (
          <p className="text-sm break-words text-muted">
            <span className="font-medium text-ink">Reason</span>{" "}
            <WithNames text={metadata.reasonMessage} names={names} />
          </p>
        )}
        <p className="text-xs text-muted">
          <span className="relative z-10">
            <TimeAgo date={createdAt} />
          </span>
        </p>
      </div>
      <DeleteButton
        title={title}
        onDelete={() => void attempt("Failed to delete notification", () => deleteNotification(notification))}
      />
    </li>
  );
}

/** Deletes the item that it is in. The focus moves to a neighbour, because the button disappears with its item. */
function DeleteButton({ title, onDelete }: { title: string; onDelete: () => void }) {
  function press({ currentTarget }: MouseEvent) {
    const item = currentTarget.closest("li");
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
    const next = neighbour?.querySelector<HTMLElement>("[data-delete]") ?? neighbour?.querySelector("button");
    next?.focus();
    onDelete();
  }
  return (
    <Button
      emphasis="quiet"
      size="icon"
      data-delete
      aria-label={`Delete notification: ${title}`}
      onClick={press}
      className="relative z-10"
    >
      <X aria-hidden className="size-4" />
    </Button>
  );
}

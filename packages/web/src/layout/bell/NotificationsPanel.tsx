import type { UseQueryResult } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import type { NotificationList } from "@shardwatch/core/contract/channel/notification";
import { Link } from "react-router-dom";
import { paths } from "../../lib/address/paths.ts";
import { describeError } from "../../lib/errors.ts";
import { markAllRead } from "../../api/people/notification-changes.ts";
import { mostNotifications } from "../../api/people/notifications.ts";
import { Button } from "../../ui/form/Button.tsx";
import { Dialog } from "../../ui/popup/Dialog.tsx";
import { Problem } from "../../ui/state/Problem.tsx";
import { Skeleton } from "../../ui/state/Skeleton.tsx";
import { textLinkClass } from "../../ui/text/TextLink.tsx";
import { useChosenOrganization } from "../../session/chosen-organization.ts";
import { type Attempt, NotificationItem } from "./NotificationItem.tsx";
import { useMessages } from "../../lib/browser/toasts.ts";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";

/** Messages that have disappeared, for people who could not read them in time. */
function RecentMessages() {
  const { recent } = useMessages();
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent-messages" className="border-t border-line px-4 py-3">
      <h3 id="recent-messages" className="text-sm font-medium text-muted">
        Recent messages
      </h3>
      <ul className="mt-1 grid gap-1">
        {recent.map(({ id, headline, at }) => (
          <li key={id} className="flex items-baseline justify-between gap-4 text-sm">
            <span className="min-w-0 break-words">{headline}</span>
            <span className="shrink-0 text-xs text-muted">
              <TimeAgo date={new Date(at).toISOString()} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NotificationsPanelProps {
  query: UseQueryResult<NotificationList>;
  bell: RefObject<HTMLElement | null>;
  /** Called to load more of the list. */
  onMore: () => void;
  onClose: () => void;
}

/** The list under the bell. It shows its failures inside, because a message outside could not be reached. */
export default function NotificationsPanel({ query, bell, onMore, onClose }: NotificationsPanelProps) {
  const [failed, setFailed] = useState<{ headline: string; error: unknown }>();
  const { data } = query;

  const attempt: Attempt = async (headline, work) => {
    setFailed(undefined);
    try {
      await work();
    } catch (error) {
      setFailed({ headline, error });
    }
  };

  return (
    <Dialog
      title="Notifications"
      anchor={bell}
      onClose={onClose}
      actions={
        data !== undefined &&
        data.unreadCount > 0 && (
          <Button
            emphasis="quiet"
            onClick={() => void attempt("Failed to mark notification as read", () => markAllRead(data))}
          >
            Mark all read
          </Button>
        )
      }
    >
      <div className="min-h-32 overflow-y-auto" aria-busy={query.isPending}>
        <Problem problem={failed && describeError(failed.error, failed.headline)} />
        <Content query={query} attempt={attempt} onClose={onClose} />
        {data?.nextCursor !== undefined && data.notifications.length < mostNotifications && (
          <div className="grid justify-items-center border-t border-line p-2">
            <Button emphasis="quiet" aria-disabled={query.isFetching || undefined} onClick={onMore}>
              Show more
            </Button>
          </div>
        )}
        <RecentMessages />
      </div>
    </Dialog>
  );
}

interface ContentProps {
  query: UseQueryResult<NotificationList>;
  attempt: Attempt;
  onClose: () => void;
}

function Content({ query: { data, isError, isFetching, refetch }, attempt, onClose }: ContentProps) {
  const organization = useChosenOrganization();
  if (data && data.notifications.length > 0)
    return (
      <ul className="divide-y divide-line">
        {data.notifications.map((each) => (
          <NotificationItem key={each.id} notification={each} attempt={attempt} onClose={onClose} />
        ))}
      </ul>
    );
  if (data)
    return (
      <div className="grid min-h-32 place-content-center justify-items-center gap-1 text-muted">
        <p>No new notifications</p>
        <p>
          Open incidents are under{" "}
          <Link to={paths.incidents(organization)} onClick={onClose} className={textLinkClass}>
            Incidents
          </Link>
          .
        </p>
      </div>
    );
  if (isError && !isFetching)
    return (
      <div role="alert" className="grid min-h-32 place-content-center justify-items-center gap-3">
        <p className="text-muted">Failed to load notifications</p>
        <Button onClick={() => void refetch()}>Retry</Button>
      </div>
    );
  return (
    <div className="grid gap-3 p-4">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-4 w-full" />
    </div>
  );
}

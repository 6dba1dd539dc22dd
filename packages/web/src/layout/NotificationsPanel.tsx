import type { UseQueryResult } from "@tanstack/react-query";
import type { RefObject } from "react";
import type { Notification, NotificationList } from "@shardwatch/core/contract/notification";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TimeAgo } from "../ui/TimeAgo.tsx";
import { RecentMessages } from "./RecentMessages.tsx";

interface NotificationsPanelProps {
  query: UseQueryResult<NotificationList>;
  bell: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The list under the bell. */
export default function NotificationsPanel({ query, bell, onClose }: NotificationsPanelProps) {
  return (
    <Dialog title="Notifications" anchor={bell} onClose={onClose}>
      <div className="min-h-32 overflow-y-auto" aria-busy={query.isPending}>
        <Content {...query} />
        <RecentMessages />
      </div>
    </Dialog>
  );
}

function Content({ data, isError, isFetching, refetch }: UseQueryResult<NotificationList>) {
  if (data && data.notifications.length > 0)
    return (
      <ul className="divide-y divide-line">
        {data.notifications.map((each) => (
          <Item key={each.id} {...each} />
        ))}
      </ul>
    );
  if (data) return <p className="grid min-h-32 place-items-center text-muted">No new notifications</p>;
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

function Item({ title, message, read, createdAt }: Notification) {
  return (
    <li className="grid gap-0.5 px-4 py-3">
      <div className="flex items-center gap-2">
        <p className="min-w-0 font-medium break-words">{title}</p>
        {!read && (
          <span className="rounded-sm bg-accent px-1.5 text-xs font-semibold text-on-accent">New</span>
        )}
      </div>
      <p className="text-muted break-words">{message}</p>
      <p className="text-xs text-muted">
        <TimeAgo date={createdAt} />
      </p>
    </li>
  );
}

import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { openIncidentLists } from "../../api/incidents/incidents.ts";
import { notificationPage, notificationsQuery } from "../../api/people/notifications.ts";
import { queryClient } from "../../api/query-client.ts";
import NotificationsPanel from "./NotificationsPanel.tsx";

interface BellContentProps {
  open: boolean;
  bell: RefObject<HTMLElement | null>;
  /** Gets the number of unread messages, whenever it changes. */
  onUnread: (unread: number) => void;
  onClose: () => void;
}

/** What the bell counts and opens: messages. Open incidents are counted in the rail only. */
export default function BellContent({ open, bell, onUnread, onClose }: BellContentProps) {
  const [count, setCount] = useState(notificationPage);
  const query = useQuery(notificationsQuery(count));
  const unread = query.data?.unreadCount ?? 0;
  const tell = useEffectEvent(onUnread);
  useEffect(() => tell(unread), [unread]);
  const ask = useEffectEvent(() => {
    void query.refetch();
    // A message that comes with the end of its incident is not in the rail as well.
    void queryClient.invalidateQueries({ queryKey: openIncidentLists });
  });
  useEffect(() => {
    if (open) ask();
  }, [open]);
  if (!open) return null;
  return (
    <NotificationsPanel
      query={query}
      bell={bell}
      onMore={() => setCount(count + notificationPage)}
      onClose={onClose}
    />
  );
}

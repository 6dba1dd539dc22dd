import { useQuery } from "@tanstack/react-query";
import type { Notification } from "@shardwatch/core/contract/channel/notification";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { notificationPage, notificationsQuery } from "../../api/people/notifications.ts";
import { showCount } from "../../incidents/incident-elements.ts";
import { isSilenced, isWaiting } from "../../incidents/states.ts";
import { useOpenIncidents } from "../../incidents/use-open-incidents.ts";
import { counted } from "../../lib/words/count.ts";
import { useChosenOrganization } from "../../session/chosen-organization.ts";
import { useMay } from "../../session/session.ts";
import NotificationsPanel from "./NotificationsPanel.tsx";

const most = 99;

/** What waits for the person: its number, and the same in words. */
export interface Waiting {
  number: string;
  words: string;
}

interface BellContentProps {
  open: boolean;
  bell: RefObject<HTMLElement | null>;
  onWaiting: (waiting: Waiting | undefined) => void;
  onClose: () => void;
}

/**
 * What the bell counts and opens. It counts what waits for somebody: open incidents that nobody has acknowledged, and
 * unread notifications about other things. The rail counts all open ones, because it leads to their list.
 */
export default function BellContent({ open, bell, onWaiting, onClose }: BellContentProps) {
  const [count, setCount] = useState(notificationPage);
  const query = useQuery(notificationsQuery(count));
  // Those of the organization on the screen. Of all, the API has none.
  const organization = useChosenOrganization();
  const hasIncidents = !useMay("seeEveryOrganization") || organization !== undefined;
  const incidents = useOpenIncidents(organization, hasIncidents);
  const now = incidents.dataUpdatedAt;
  const all = (incidents.data?.incidents ?? []).filter((one) => !isSilenced(one, now));
  const ids = new Set(all.filter((one) => isWaiting(one, now)).map(({ id }) => id));
  const waiting = ids.size;
  const { unreadCount = 0, notifications = [] } = query.data ?? {};
  const isCounted = ({ read, metadata: { incidentId = "" } }: Notification) => !read && ids.has(incidentId);
  const unread = unreadCount - notifications.filter(isCounted).length;
  const words = [
    waiting > 0 && counted(waiting, "unacknowledged incident"),
    unread > 0 && `${unread} unread`,
  ].filter((part) => part !== false);
  const tell = useEffectEvent((text: string) => {
    const number = unread + waiting;
    onWaiting(
      number === 0 ? undefined : { number: number > most ? `${most}+` : String(number), words: text },
    );
  });
  const text = words.join(", ");
  useEffect(() => tell(text), [text]);
  useEffect(() => showCount(all.length), [all.length]);
  const ask = useEffectEvent(() => void Promise.all([query.refetch(), hasIncidents && incidents.refetch()]));
  useEffect(() => {
    if (open) ask();
  }, [open]);
  if (!open) return null;
  return (
    <NotificationsPanel
      query={query}
      incidents={all}
      incidentsFailed={incidents.isLoadingError}
      bell={bell}
      onMore={() => setCount(count + notificationPage)}
      onClose={onClose}
    />
  );
}

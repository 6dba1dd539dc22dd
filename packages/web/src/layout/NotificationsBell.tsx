import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { notificationPage, notificationsQuery } from "../api/notifications.ts";
import { useIdle } from "../lib/use-idle.ts";
import { Button } from "../ui/Button.tsx";

const load = () => import("./NotificationsPanel.tsx");
const NotificationsPanel = lazy(load);
const preload = () => void load();
const most = 99;

/** The bell with the number of unread notifications; it opens their list. */
export function NotificationsBell() {
  const bell = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [count, setCount] = useState(notificationPage);
  // The page's own data loads first.
  const enabled = useIdle();
  const query = useQuery({ ...notificationsQuery(count), enabled });
  const unread = query.data?.unreadCount ?? 0;

  function show() {
    setOpen(true);
    void query.refetch();
  }

  return (
    <>
      <Button
        ref={bell}
        look="quiet"
        size="icon"
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : "Notifications"}
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={show}
        className="relative"
      >
        <Bell aria-hidden className="size-4" />
        {unread > 0 && (
          <span
            aria-hidden
            className="figures absolute -top-0.5 left-4 h-4 min-w-4 rounded-full bg-ink px-1 text-center text-[0.625rem] leading-4 font-semibold text-surface"
          >
            {unread > most ? `${most}+` : unread}
          </span>
        )}
      </Button>
      {open && (
        <Suspense>
          <NotificationsPanel
            query={query}
            bell={bell}
            onMore={() => setCount(count + notificationPage)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

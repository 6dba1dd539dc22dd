import { Bell } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { optionalPart } from "../../lib/loading/optional-part.ts";
import { showError } from "../../lib/browser/toasts.ts";
import { useIdle } from "../../lib/browser/use-idle.ts";
import { Button } from "../../ui/form/Button.tsx";

const BellContent = optionalPart(
  () => import("./BellContent.tsx"),
  (error) => showError("Failed to load the notifications", error),
);

const most = 99;

/** The bell with the number of unread messages. What it counts and opens loads after the page. */
export function NotificationsBell() {
  const bell = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [unread, setUnread] = useState(0);
  // The page's own data loads first.
  const isIdle = useIdle();
  return (
    <>
      <Button
        ref={bell}
        emphasis="quiet"
        size="icon"
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : "Notifications"}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
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
      {(open || isIdle) && (
        <Suspense>
          <BellContent open={open} bell={bell} onUnread={setUnread} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { useEffect, useState } from "react";
import { lazyModule } from "../../lib/loading/lazy-module.ts";
import { type Toast, useMessages } from "../../lib/browser/toasts.ts";
import { whenIdle } from "../../lib/browser/use-idle.ts";

const cards = lazyModule(() => import("./ToastCard.tsx"));

/**
 * Messages about finished and failed actions. A screen reader reads a success because its region existed
 * before, and an error because it is an alert. The region has no role: a status is read as a whole, with older messages.
 */
export function Toasts() {
  const { shown } = useMessages();
  const [card, setCard] = useState(cards.now);
  const isWanted = shown.length > 0;
  useEffect(() => {
    if (card) return undefined;
    const load = () => void cards.load().then(setCard, () => undefined);
    // A message may say that the network is gone: its code is there before.
    if (!isWanted) return whenIdle(load);
    return load();
  }, [card, isWanted]);
  const list = (tone: Toast["tone"]) => (
    <ul className="grid gap-2">
      {shown
        .filter((toast) => toast.tone === tone)
        .map((toast) => (
          <li key={toast.id}>{card && <card.default toast={toast} />}</li>
        ))}
    </ul>
  );
  return (
    <div className="pointer-events-none fixed inset-x-2 bottom-2 z-50 grid gap-2 sm:inset-x-auto sm:right-4 sm:bottom-4 sm:w-96">
      <div>{list("error")}</div>
      <div aria-live="polite">{list("success")}</div>
    </div>
  );
}

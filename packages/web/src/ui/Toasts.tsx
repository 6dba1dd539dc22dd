import { lazy, Suspense, useEffect } from "react";
import { type Toast, useMessages } from "../lib/toasts.ts";
import { whenIdle } from "../lib/use-idle.ts";

const load = () => import("./ToastCard.tsx");
const ToastCard = lazy(load);

/**
 * Messages about finished and failed actions. A screen reader reads a success because its region existed
 * before, and an error because it is an alert.
 */
export function Toasts() {
  const { shown } = useMessages();
  // A message may say that the network is gone: its code is there before.
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), []);
  const list = (tone: Toast["tone"]) => (
    <ul className="grid gap-2">
      {shown
        .filter((toast) => toast.tone === tone)
        .map((toast) => (
          <li key={toast.id}>
            <Suspense>
              <ToastCard toast={toast} />
            </Suspense>
          </li>
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

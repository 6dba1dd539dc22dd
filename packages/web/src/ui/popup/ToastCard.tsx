import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { dismiss, successDuration, type Toast } from "../../lib/browser/toasts.ts";
import { Button } from "../form/Button.tsx";

/** One message. It stays as long as the pointer or the focus is on it. */
export default function ToastCard({ toast }: { toast: Toast }) {
  const { id, tone, headline, detail, requestId } = toast;
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const focusedBefore = useRef<EventTarget>(null);
  const paused = hovered || focused;
  const Icon = tone === "success" ? CircleCheck : CircleAlert;
  useEffect(() => {
    if (tone === "error" || paused) return;
    const timer = setTimeout(() => dismiss(id), successDuration);
    return () => clearTimeout(timer);
  }, [id, tone, paused]);

  /** The button disappears with its message, so the focus moves. */
  function close() {
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
    dismiss(id);
  }

  return (
    <div
      role={tone === "success" ? "status" : "alert"}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={({ relatedTarget }) => {
        focusedBefore.current = relatedTarget;
        setFocused(true);
      }}
      onBlur={() => setFocused(false)}
      className="pointer-events-auto flex items-start gap-2 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3 shadow-popup"
    >
      <Icon aria-hidden className={`mt-2 size-4 shrink-0 ${tone === "success" ? "text-good" : "text-bad"}`} />
      <div className="grid min-w-0 grow gap-0.5 py-1.5">
        <p className="font-medium">{headline}</p>
        {detail && <p className="text-sm break-words text-muted">{detail}</p>}
        {requestId && <p className="font-mono text-xs break-all text-faint">Request {requestId}</p>}
      </div>
      <Button emphasis="quiet" size="icon" aria-label="Dismiss" onClick={close}>
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  );
}

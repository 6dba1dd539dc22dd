import { useMessages } from "../../lib/browser/toasts.ts";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";

/** Messages that have disappeared, for people who could not read them in time. */
export function RecentMessages() {
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

import type { WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { Foreign } from "../../../ui/text/Foreign.tsx";

/** Which part of a rule's incidents a channel gets. Nothing where it gets all of them, or where nobody may know. */
function partOf(severities: WatchingRule["severities"], minimum: string | undefined): string {
  const least = severities.findIndex((severity) => severity === minimum);
  if (least < 0 || least === severities.length - 1) return "";
  return least === 0 ? ` (${minimum} only)` : ` (from ${minimum})`;
}

/** Which channels get the incidents of a rule. */
export function SentTo({ rule: { channels, severities } }: { rule: WatchingRule }) {
  if (channels.length === 0) return <span className="text-muted">Nobody: it's only shown here</span>;
  return (
    <ul className="min-w-0 break-words">
      {channels.map(({ id, name, managed }) => (
        <li key={id}>
          <Foreign>{name}</Foreign>
          <span className="text-muted">{partOf(severities, managed?.minimum)}</span>
        </li>
      ))}
    </ul>
  );
}

import type { WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { SeverityBadge } from "../../../incidents/SeverityBadge.tsx";
import { formatCount } from "../../../lib/words/count.ts";
import type { Column } from "../../../ui/table/rows.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";

/** Which part of a rule's incidents a channel gets. Nothing where it gets all of them, or where nobody may know. */
function partOf(severities: WatchingRule["severities"], minimum: string | undefined): string {
  const least = severities.findIndex((severity) => severity === minimum);
  if (least < 0 || least === severities.length - 1) return "";
  return least === 0 ? ` (${minimum} only)` : ` (from ${minimum})`;
}

/** Every column of the list of rules. */
export const ruleColumns: readonly Column<WatchingRule>[] = [
  {
    id: "rule",
    header: "Rule",
    rem: 24,
    cell: ({ id, name, condition }) => (
      <span id={id} tabIndex={-1} className="grid min-w-0 gap-0.5 rounded-sm py-2">
        <span className="font-medium">{name}</span>
        <span className="text-sm font-normal text-muted break-words">{condition}.</span>
      </span>
    ),
  },
  {
    id: "severity",
    header: "Severity",
    card: "line",
    rem: 11,
    cell: ({ severities }) => (
      <span className="flex flex-wrap gap-1">
        {severities.map((severity) => (
          <SeverityBadge key={severity} severity={severity} />
        ))}
      </span>
    ),
  },
  {
    id: "opened",
    header: "Opened in 30 days",
    align: "end",
    rem: 10,
    cell: ({ opened }) => (
      <span className={`figures ${opened === 0 ? "text-muted" : ""}`}>{formatCount(opened)}</span>
    ),
  },
  {
    id: "notified",
    header: "Sent to",
    rem: 18,
    cell: ({ channels, severities }) =>
      channels.length === 0 ? (
        <span className="text-muted">Nobody: it's only shown here</span>
      ) : (
        <ul className="min-w-0 break-words">
          {channels.map(({ id, name, managed }) => (
            <li key={id}>
              <Foreign>{name}</Foreign>
              <span className="text-muted">{partOf(severities, managed?.minimum)}</span>
            </li>
          ))}
        </ul>
      ),
  },
];

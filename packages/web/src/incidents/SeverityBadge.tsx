import type { IncidentSeverity } from "@shardwatch/core/contract/incident/words";
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from "lucide-react";

const severityStyles: Readonly<Record<IncidentSeverity, { word: string; icon: LucideIcon; fill: string }>> = {
  critical: { word: "Critical", icon: CircleAlert, fill: "bg-bad-soft text-bad" },
  warning: { word: "Warning", icon: TriangleAlert, fill: "bg-warn-soft text-warn" },
  info: { word: "Info", icon: Info, fill: "bg-sunken text-muted" },
};

/** How urgent an incident is, in a word. */
export const severityWord = (severity: IncidentSeverity): string => severityStyles[severity].word;

/** How urgent an incident is, where the words beside it say it too. */
export function SeverityIcon({ severity }: { severity: IncidentSeverity }) {
  const { icon: Icon, fill } = severityStyles[severity];
  return (
    <span aria-hidden className={`inline-flex h-5.5 shrink-0 items-center rounded-sm px-1 ${fill}`}>
      <Icon className="size-3.5" />
    </span>
  );
}

/** How urgent an incident is, by icon, word and colour. */
export function SeverityBadge({ severity }: { severity: IncidentSeverity }) {
  const { word, icon: Icon, fill } = severityStyles[severity];
  return (
    <span
      className={`inline-flex h-5.5 max-w-full items-center gap-1.5 rounded-sm px-1.5 text-xs font-medium ${fill}`}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {word}
    </span>
  );
}

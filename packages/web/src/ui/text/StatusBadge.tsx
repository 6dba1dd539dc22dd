import {
  Ban,
  CircleAlert,
  Clock,
  Database,
  FileX2,
  Gauge,
  HardDrive,
  Lock,
  type LucideIcon,
  TriangleAlert,
  Unplug,
} from "lucide-react";
import {
  type Concern,
  concernOfStatus,
  type Level,
  levelOfConcern,
  wordOf,
} from "@shardwatch/core/contract/filter/severity";
import { isTrouble, type Tone, toneOf } from "./status-tone.ts";

/** Every trouble has its icon. What is well has a dot. */
const icons: Partial<Record<Concern, LucideIcon>> = {
  unreachable: Unplug,
  down: CircleAlert,
  denied: Lock,
  unsaved: HardDrive,
  overLimit: Ban,
  expired: FileX2,
  full: Database,
  atLimit: Database,
  nearlyFull: Gauge,
  degraded: TriangleAlert,
  stale: Clock,
  other: CircleAlert,
};

const fills: Record<Tone, string> = {
  bad: "bg-bad-soft text-bad",
  warn: "bg-warn-soft text-warn",
  neutral: "bg-sunken text-muted",
  good: "bg-sunken text-muted",
};

interface StatusBadgeProps {
  status: string;
  /** What is worst. Without it, what the status alone says. */
  concern?: Concern;
  /** How urgent that is by the open incidents. Without it, as urgent as what is worst. */
  level?: Level;
}

/**
 * A status by icon, word and colour. Trouble has a filled badge, red or amber. What is well has a dot, green
 * for active. What is wrong without being urgent is being checked, or is silenced. The word starts with a capital.
 */
export function StatusBadge({
  status,
  concern = concernOfStatus(status),
  level = levelOfConcern(concern),
}: StatusBadgeProps) {
  const word = (
    <span className="inline-block truncate first-letter:uppercase">{wordOf(concern, status)}</span>
  );
  const Icon = icons[concern] ?? TriangleAlert;
  const tone = toneOf(concern, level);
  if (!isTrouble(concern, level)) {
    return (
      <span data-tone={tone} className="inline-flex h-5 max-w-full items-center gap-1.5 text-sm text-muted">
        <span
          aria-hidden
          className={`size-2 shrink-0 rounded-full ${tone === "good" ? "bg-good" : "border-2 border-faint"}`}
        />
        {word}
      </span>
    );
  }
  return (
    <span
      data-tone={tone}
      className={`inline-flex h-5.5 max-w-full items-center gap-1.5 rounded-sm px-1.5 text-xs font-medium ${fills[tone]}`}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {word}
    </span>
  );
}

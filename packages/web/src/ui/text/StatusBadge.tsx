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

/** Every trouble has its icon. What is well has a dot. */
const icons: Partial<Record<Concern, LucideIcon>> = {
  unreachable: Unplug,
  down: CircleAlert,
  denied: Lock,
  unsaved: HardDrive,
  overLimit: Ban,
  expired: FileX2,
  full: Database,
  nearlyFull: Gauge,
  degraded: TriangleAlert,
  stale: Clock,
  other: CircleAlert,
};

const fills: Record<Level, string> = {
  critical: "bg-bad-soft text-bad",
  warning: "bg-warn-soft text-warn",
  ok: "bg-sunken text-muted",
};
const tones: Record<Level, string> = { critical: "bad", warning: "warn", ok: "neutral" };

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
  if (level === "ok" && levelOfConcern(concern) === "ok") {
    const active = concern === "active";
    return (
      <span
        data-tone={active ? "good" : "neutral"}
        className="inline-flex h-5 max-w-full items-center gap-1.5 text-sm text-muted"
      >
        <span
          aria-hidden
          className={`size-2 shrink-0 rounded-full ${active ? "bg-good" : "border-2 border-faint"}`}
        />
        {word}
      </span>
    );
  }
  return (
    <span
      data-tone={tones[level]}
      className={`inline-flex h-5.5 max-w-full items-center gap-1.5 rounded-sm px-1.5 text-xs font-medium ${fills[level]}`}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {word}
    </span>
  );
}

import { CircleCheck, Clock, Hourglass, Lock, type LucideIcon, TriangleAlert, Unplug } from "lucide-react";

/** Pending, locked and unreachable have their own icons. Every other status is a warning. */
const icons: Readonly<Record<string, LucideIcon>> = {
  active: CircleCheck,
  stale: Clock,
  pending: Hourglass,
  loading: Hourglass,
  denied: Lock,
  unreachable: Unplug,
};

/**
 * A status by icon, word and colour: green for exactly "active", yellow for everything else. The word comes
 * from the source and starts with a capital.
 */
export function StatusBadge({ status }: { status: string }) {
  const active = status === "active";
  const Icon = Object.hasOwn(icons, status) ? (icons[status] ?? TriangleAlert) : TriangleAlert;
  const tone = active ? "bg-good-soft text-good" : "bg-warn-soft text-warn";
  return (
    <span
      data-tone={active ? "good" : "warn"}
      className={`inline-flex h-6 max-w-full items-center gap-1.5 rounded-sm px-1.5 text-xs font-medium ${tone}`}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="inline-block truncate first-letter:uppercase">{status}</span>
    </span>
  );
}

import { Skeleton } from "../../ui/state/Skeleton.tsx";

/** Rows in place of a section's content. */
export function SectionSkeleton({ rows }: { rows: number }) {
  return (
    <div>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex min-h-12 items-center border-t border-line px-4 first:border-t-0">
          <Skeleton className="h-3.5 w-56" />
        </div>
      ))}
    </div>
  );
}

import { Skeleton } from "../../ui/Skeleton.tsx";

/** A few lines in place of a section's content. */
export function SectionSkeleton() {
  return (
    <div className="grid gap-4 p-4">
      <Skeleton className="h-3.5 w-56" />
      <Skeleton className="h-3.5 w-56" />
      <Skeleton className="h-3.5 w-56" />
    </div>
  );
}

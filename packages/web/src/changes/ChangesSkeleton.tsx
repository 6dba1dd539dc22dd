import { Skeleton } from "../ui/state/Skeleton.tsx";

/** In place of changes that load. */
export function ChangesSkeleton() {
  return (
    <div role="status" aria-label="Loading changes" className="grid gap-4 px-4 py-4">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="flex gap-x-3">
          <Skeleton className="h-4 w-8" />
          <div className="grid min-w-0 gap-1.5">
            <Skeleton className="h-4 w-56" />
            <Skeleton className="h-4 w-32" />
          </div>
        </div>
      ))}
    </div>
  );
}

import { Skeleton } from "../../../ui/Skeleton.tsx";

/** Placeholders for the closed sections that the list predicts, so that the databases below do not move. */
export function PendingSections({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <div key={index} className="panel px-4 py-3">
      <Skeleton className="h-5 w-48" />
    </div>
  ));
}

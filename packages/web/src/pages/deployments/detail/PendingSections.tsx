import { Skeleton } from "../../../ui/Skeleton.tsx";

/** As many closed sections as the list lets expect, so that the databases below stay where they are. */
export function PendingSections({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <div key={index} className="panel px-4 py-3">
      <Skeleton className="h-5 w-48" />
    </div>
  ));
}

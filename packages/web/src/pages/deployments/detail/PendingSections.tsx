import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { PendingHistory } from "./HistorySection.tsx";
import { DatabasesSection } from "./databases/DatabasesSection.tsx";

/** Placeholders for the sections that the list predicts, so that nothing moves when they come. */
export function PendingSections({ deployment }: { deployment: DeploymentListItem | undefined }) {
  const { license, cloudSubscription, databaseCount } = deployment ?? {};
  const closed = 1 + [license, cloudSubscription].filter(Boolean).length;
  return (
    <>
      {databaseCount === 1 && (
        <div className="panel h-56 px-4 py-3">
          <Skeleton className="h-5 w-32" />
        </div>
      )}
      {Array.from({ length: closed }, (_, index) => (
        <div key={index} className="panel px-4 py-3">
          <Skeleton className="h-5 w-48" />
        </div>
      ))}
      <PendingHistory deployment={deployment} />
      {databaseCount !== 1 && (
        <DatabasesSection databases={undefined} expected={databaseCount} {...nothingKnown} />
      )}
    </>
  );
}

const nothingKnown = { lastKnown: false, limitUnreadable: false, reports: undefined, gaps: [] };

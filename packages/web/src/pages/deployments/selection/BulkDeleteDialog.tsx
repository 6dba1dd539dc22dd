import { useRef, useState } from "react";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { deleteDeployment } from "../../../api/fleet/deployment.ts";
import { counted, formatCount } from "../../../lib/words/count.ts";
import { keyOf } from "../../../lib/words/deployment-key.ts";
import { type Failure, runAll } from "../../../lib/loading/run-all.ts";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";
import { FailureList } from "../../../ui/popup/FailureList.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";

/**
 * Requests at the same time: enough to be quick, few enough for the limits of the API. 500 deletions take about a
 * minute. A route for many would need limits and partial failures of its own.
 */
const atOnce = 4;
/** Above this number, the number must be typed. */
const mostUntyped = 10;
const namesShown = 10;

interface BulkDeleteDialogProps {
  deployments: readonly DeploymentListItem[];
  /**
   * Called with those that are deleted, when the dialog closes. Closing it stops the rest; requests that are on
   * their way are waited for.
   */
  onDeleted: (deployments: readonly DeploymentListItem[]) => void;
  onClose: () => void;
}

/** Deletes several deployments at a time, and once more those that failed when asked to. Closing stops the rest. */
function useDeletion({ deployments, onDeleted, onClose }: BulkDeleteDialogProps) {
  const [remaining, setRemaining] = useState(deployments);
  const [failures, setFailures] = useState<Failure<DeploymentListItem>[]>();
  const [done, setDone] = useState<number>();
  const gone = useRef<DeploymentListItem[]>([]);
  const running = useRef(false);
  const closed = useRef(false);

  async function remove(deployment: DeploymentListItem) {
    if (closed.current) throw new Error("Stopped");
    await deleteDeployment(deployment);
    gone.current.push(deployment);
  }
  async function run() {
    setFailures(undefined);
    setDone(0);
    running.current = true;
    const failed = await runAll(remaining, atOnce, remove, setDone);
    running.current = false;
    if (closed.current) return onDeleted(gone.current);
    setDone(undefined);
    setRemaining(failed.map(({ item }) => item));
    if (failed.length === 0) return;
    setFailures(failed);
    throw failed[0]?.error;
  }
  function close() {
    closed.current = true;
    if (!running.current) onDeleted(gone.current);
    onClose();
  }
  return { remaining, failures, done, run, close };
}

/** Confirms the deletion of several deployments, shows its progress, and offers to retry what failed. */
export default function BulkDeleteDialog(props: BulkDeleteDialogProps) {
  // Those that are selected may change while the dialog is open: a deleted row leaves the list.
  const [wanted] = useState(props.deployments);
  const { remaining, failures, done, run, close } = useDeletion(props);
  return (
    <ConfirmDialog
      title={`Delete ${counted(wanted.length, "deployment")}`}
      verb={failures ? `Retry ${formatCount(failures.length)}` : `Delete ${formatCount(remaining.length)}`}
      pending="Deleting…"
      failure={`Failed to delete ${counted(remaining.length, "deployment")}`}
      onConfirm={run}
      onClose={close}
      {...(failures === undefined && wanted.length > mostUntyped && { typed: String(wanted.length) })}
    >
      {failures ? (
        <Failures failures={failures} deleted={wanted.length - failures.length} />
      ) : (
        <>
          <p>Delete these deployments from the list? This doesn't touch their databases.</p>
          <Names deployments={remaining} />
          <p>
            A deployment reappears if its API key is still active or an agent is still running: the next
            report or sync brings it back.
          </p>
        </>
      )}
      {done !== undefined && (
        <progress
          aria-label="Deleted deployments"
          value={done}
          max={remaining.length}
          className="h-1.5 w-full accent-accent"
        />
      )}
      <p role="status" className={done === undefined ? "sr-only" : "figures text-sm text-muted"}>
        {done !== undefined && `${formatCount(done)} of ${formatCount(remaining.length)}`}
      </p>
    </ConfirmDialog>
  );
}

function Names({ deployments }: { deployments: readonly DeploymentListItem[] }) {
  const more = deployments.length - namesShown;
  return (
    <ul className="grid gap-0.5 text-sm">
      {deployments.slice(0, namesShown).map((one) => (
        <li key={keyOf(one)} className="truncate">
          <Foreign className="font-medium">{one.name}</Foreign>
        </li>
      ))}
      {more > 0 && <li className="text-muted">and {formatCount(more)} more</li>}
    </ul>
  );
}

/** Each deployment that could not be deleted, with its reason. */
function Failures({ failures, deleted }: { failures: Failure<DeploymentListItem>[]; deleted: number }) {
  return (
    <>
      <p>
        {deleted > 0 ? `${counted(deleted, "deployment")} deleted.` : "Nothing was deleted."} Couldn't delete:
      </p>
      <FailureList
        failures={failures.map(({ item, error }) => ({ key: keyOf(item), name: item.name, error }))}
        failed="Not deleted"
      />
    </>
  );
}

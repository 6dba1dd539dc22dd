import { useQuery } from "@tanstack/react-query";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { deleteDeployment, deploymentQuery } from "../../api/deployments.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { FeedList } from "./FeedList.tsx";

/** The keys and integrations that would bring a deployment back. Whatever becomes of this list, one may delete. */
function Feeds({ id }: { id: string }) {
  const { data, isPending } = useQuery(deploymentQuery(id));
  if (isPending)
    return (
      <div aria-busy>
        <span className="sr-only">Looking up what reports it</span>
        <Skeleton className="h-5 w-64" />
      </div>
    );
  if (!data) return <p className="text-muted">What reports it could not be loaded.</p>;
  if (data.feeds.length === 0) return <p className="text-muted">Nothing reports it at the moment.</p>;
  return (
    <div className="grid gap-1">
      <p>It is reported by</p>
      <FeedList feeds={data.feeds} />
    </div>
  );
}

interface DeleteDialogProps {
  deployment: DeploymentListItem;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a deployment is deleted, and says what would bring it back. */
export default function DeleteDialog({ deployment, onDeleted, onClose }: DeleteDialogProps) {
  const { id, name } = deployment;
  return (
    <ConfirmDialog
      title="Delete deployment"
      verb="Delete"
      busy="Deleting…"
      failure="Failed to delete deployment"
      onConfirm={async () => {
        await deleteDeployment(id);
        onDeleted();
      }}
      onClose={onClose}
    >
      <p>
        Delete <strong className="break-words">{name}</strong> from the list? Its databases at the source are
        not touched.
      </p>
      <p>
        The deployment reappears if its API key is still active or an agent is still running: the next report
        or synchronization that sees it brings it back.
      </p>
      <Feeds id={id} />
    </ConfirmDialog>
  );
}

import { useQuery } from "@tanstack/react-query";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { deleteDeployment, deploymentQuery } from "../../../api/fleet/deployment.ts";
import type { DeploymentName } from "../../../lib/words/deployment-key.ts";
import { useMay } from "../../../session/session.ts";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { ReportingSourceList } from "./ReportingSourceList.tsx";

/** The sources that would bring a deployment back. Deleting is possible even when they fail to load. */
function ReportingSources({ id, organizationId }: DeploymentName) {
  // The same query as the deployment's page, so the data may be cached.
  const named = useMay("seeEveryOrganization") ? organizationId : undefined;
  const { data, isPending } = useQuery(deploymentQuery(id, named));
  if (isPending)
    return (
      <div aria-busy>
        <span className="sr-only">Checking its sources…</span>
        <Skeleton className="h-5 w-64" />
      </div>
    );
  if (!data) return <p className="text-muted">Couldn't load its sources.</p>;
  if (data.feeds.length === 0) return <p className="text-muted">No source is reporting it.</p>;
  return (
    <div className="grid gap-1">
      <p>Reported by</p>
      <ReportingSourceList sources={data.feeds} />
    </div>
  );
}

interface DeleteDialogProps {
  deployment: DeploymentListItem;
  onDeleted: () => void;
  onClose: () => void;
}

/** Confirms the deletion of a deployment, and lists what would bring it back. */
export default function DeleteDialog({ deployment, onDeleted, onClose }: DeleteDialogProps) {
  const { id, organizationId, name } = deployment;
  return (
    <ConfirmDialog
      title="Delete deployment"
      failure="Failed to delete deployment"
      onConfirm={async () => {
        await deleteDeployment(deployment);
        onDeleted();
      }}
      onClose={onClose}
    >
      <p>
        Delete <strong className="break-words">{name}</strong> from the list? This doesn't touch its
        databases.
      </p>
      <p>
        The deployment reappears if its API key is still active or an agent is still running: the next report
        or sync brings it back.
      </p>
      <ReportingSources id={id} organizationId={organizationId} />
    </ConfirmDialog>
  );
}

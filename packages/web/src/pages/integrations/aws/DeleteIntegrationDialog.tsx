import type { ElastiCacheIntegration } from "@shardwatch/core/contract/elasticache";
import { deleteElastiCache } from "../../../api/elasticache-changes.ts";
import { showSuccess } from "../../../lib/toasts.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";

interface DeleteIntegrationDialogProps {
  integration: ElastiCacheIntegration;
  onClose: () => void;
}

/** Confirms that an AWS account is disconnected, and lists what is deleted with it. */
export function DeleteIntegrationDialog({ integration, onClose }: DeleteIntegrationDialogProps) {
  const { deploymentId, roleArn, caches } = integration;
  async function disconnect() {
    await deleteElastiCache(deploymentId);
    showSuccess("ElastiCache integration deleted");
  }
  return (
    <ConfirmDialog
      title="Delete ElastiCache integration"
      verb="Delete"
      pending="Deleting…"
      failure="Failed to delete ElastiCache integration"
      onConfirm={disconnect}
      onClose={onClose}
    >
      <p>
        Shardwatch stops reading the account of{" "}
        <strong className="font-mono text-sm break-all">{roleArn}</strong>.
      </p>
      <p>
        {caches === null
          ? "Nothing has been read of it yet."
          : `Its deployment with ${caches} ${caches === 1 ? "cache" : "caches"} is removed, and every member is told.`}{" "}
        Nothing changes in AWS: delete the role there if it is no longer needed.
      </p>
    </ConfirmDialog>
  );
}

import type { ElastiCacheIntegration } from "@shardwatch/core/contract/source/elasticache";
import { deleteElastiCache } from "../../../api/sources/elasticache-changes.ts";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";

interface DeleteIntegrationDialogProps {
  integration: ElastiCacheIntegration;
  onClose: () => void;
}

/** Confirms that an AWS account is disconnected, and lists what is deleted with it. */
export function DeleteIntegrationDialog({ integration, onClose }: DeleteIntegrationDialogProps) {
  const { deploymentId, roleArn, caches } = integration;
  return (
    <ConfirmDialog
      title="Delete ElastiCache integration"
      failure="Failed to delete ElastiCache integration"
      onConfirm={() => deleteElastiCache(deploymentId)}
      success="ElastiCache integration deleted"
      onClose={onClose}
    >
      <p>
        Shardwatch will stop syncing the account behind{" "}
        <strong className="font-mono text-sm break-all">{roleArn}</strong>.
      </p>
      <p>
        {caches === null
          ? "This account hasn't been synced yet."
          : `Its deployment with ${caches} ${caches === 1 ? "cache" : "caches"} will be removed, and all members will be notified.`}{" "}
        Nothing changes in AWS: delete the role there if you no longer need it.
      </p>
    </ConfirmDialog>
  );
}

import type { RedisCloud } from "@shardwatch/core/contract/source/redis-cloud";
import { deleteRedisCloud } from "../../../api/sources/redis-cloud-changes.ts";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";
import { ForeignName } from "../../../ui/text/Foreign.tsx";

/** From this number of deployments on, the name must be typed. */
const many = 10;

interface DeleteDialogProps {
  /** The integration to delete. */
  deleted: RedisCloud;
  onClose: () => void;
}

/** Confirms the deletion of an integration, and lists what is deleted with it. */
export function DeleteDialog({ deleted, onClose }: DeleteDialogProps) {
  const { id, name, found } = deleted;
  const count = found?.subscriptions ?? 0;
  return (
    <ConfirmDialog
      title="Delete Redis Cloud integration"
      failure="Failed to delete Redis Cloud integration"
      onConfirm={() => deleteRedisCloud(id)}
      success="Redis Cloud integration deleted"
      onClose={onClose}
      {...(count > many && { typed: name })}
    >
      <p>
        <ForeignName>{name}</ForeignName> will be disconnected and its keys deleted.{" "}
        {count === 0 ? "Its deployments" : count === 1 ? "Its deployment" : `Its ${count} deployments`} will
        be removed for everyone in the organization.
      </p>
      <p className="text-muted">
        Nothing changes in Redis Cloud. To bring the deployments back, connect the account again.
      </p>
    </ConfirmDialog>
  );
}

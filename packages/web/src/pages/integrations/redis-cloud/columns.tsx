import type { RedisCloud } from "@shardwatch/core/contract/source/redis-cloud";
import { testRedisCloud, deleteRedisCloud } from "../../../api/sources/redis-cloud-changes.ts";
import { redisCloudsQuery } from "../../../api/sources/redis-cloud.ts";
import { useSourceRights } from "../../../session/source-rights.ts";
import type { OpenDialog } from "../../../ui/popup/use-dialog.ts";
import { counted } from "../../../lib/words/count.ts";
import { Foreign, ForeignName } from "../../../ui/text/Foreign.tsx";
import { LimitedButton } from "../../../ui/form/LimitedButton.tsx";
import { ManagedBadge } from "../../../ui/text/ManagedBadge.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { StatusBadge } from "../../../ui/text/StatusBadge.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { TestButton } from "../TestButton.tsx";
import { Unknown } from "../../../ui/text/Unknown.tsx";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";

/** From this number of deployments on, the name must be typed. */
const many = 10;

interface DeleteDialogProps {
  /** The integration to delete. */
  deleted: RedisCloud;
  onClose: () => void;
}

/** Confirms the deletion of an integration, and lists what is deleted with it. */
function DeleteDialog({ deleted, onClose }: DeleteDialogProps) {
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

/** The word for a state, and the concern whose look it has. */
const statusBadges = {
  pending: ["Syncing…", "pending"],
  ok: ["Connected", "active"],
  denied: ["Access denied", "denied"],
  throttled: ["Throttled", "other"],
  error: ["Error", "other"],
} as const satisfies Record<RedisCloud["status"], unknown>;

/** The outcome of the last reading, and the reason below it. */
function Status({ status, lastError }: RedisCloud) {
  const [word, concern] = statusBadges[status];
  return (
    <span className="grid min-w-0 justify-items-end gap-1 py-1 md:justify-items-start">
      <StatusBadge status={word} concern={concern} />
      {lastError && (
        <span className="inline-block text-sm break-words text-muted first-letter:uppercase">
          {lastError}
        </span>
      )}
    </span>
  );
}

const time = (date: string | null) =>
  date === null ? <Unknown why="Never" /> : <TimeAgo inRow date={date} />;

/** An account by name and ID. Redis Cloud names an account without its own name after the ID. */
export function accountText(name: string | null, id: string): string {
  if (!name) return `Account ${id}`;
  return name.includes(id) ? name : `${name} (${id})`;
}

/** The result of a reading, in words. */
export function foundText(found: RedisCloud["found"]): string {
  if (!found) return "–";
  return `${counted(found.subscriptions, "subscription")}, ${counted(found.databases, "database")}`;
}

function Actions({ account, open }: { account: RedisCloud; open: OpenDialog }) {
  const { change, read } = useSourceRights();
  return (
    <span className="flex flex-wrap justify-end gap-1">
      <TestButton
        {...account}
        whyNot={read(account)}
        onTest={() => testRedisCloud(account.id)}
        list={redisCloudsQuery}
      />
      <LimitedButton
        emphasis="quiet"
        reason={change(account)}
        onClick={() => open((close) => <DeleteDialog deleted={account} onClose={close} />)}
      >
        Delete <span className="sr-only">{account.name}</span>
      </LimitedButton>
    </span>
  );
}

/** The table's columns. */
export const integrationColumns = (open: OpenDialog): Column<RedisCloud>[] => [
  {
    id: "name",
    header: "Name",
    width: "lg:w-[22%]",
    cell: ({ name, accountName, redisCloudAccountId: id, managedBy }) => (
      <span className="grid min-w-0 py-1">
        <Foreign className="font-medium break-words">{name}</Foreign>
        <span className="figures text-sm break-words text-muted">{accountText(accountName, id)}</span>
        {managedBy && <ManagedBadge />}
      </span>
    ),
  },
  { id: "status", header: "Status", width: "lg:w-[24%]", cell: (row) => <Status {...row} /> },
  { id: "found", header: "Found", width: "lg:w-[18%]", cell: ({ found }) => foundText(found) },
  { id: "lastUsed", header: "Last used", width: "lg:w-[10%]", cell: ({ lastUsed }) => time(lastUsed) },
  { id: "lastSync", header: "Last sync", width: "lg:w-[10%]", cell: ({ lastDataAt }) => time(lastDataAt) },
  {
    id: "delete",
    header: "Actions",
    align: "end",
    actions: true,
    width: "lg:w-[16%]",
    cell: (account) => <Actions account={account} open={open} />,
  },
];

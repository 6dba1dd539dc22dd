import { Link } from "react-router-dom";
import type { ElastiCacheIntegration } from "@shardwatch/core/contract/source/elasticache";
import { testElastiCache, deleteElastiCache } from "../../../api/sources/elasticache-changes.ts";
import { elastiCacheQuery } from "../../../api/sources/elasticache.ts";
import { useSourceRights } from "../../../session/source-rights.ts";
import type { OpenDialog } from "../../../ui/popup/use-dialog.ts";
import { counted } from "../../../lib/words/count.ts";
import { paths } from "../../../lib/address/paths.ts";
import { LimitedButton } from "../../../ui/form/LimitedButton.tsx";
import { ManagedBadge } from "../../../ui/text/ManagedBadge.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { StatusBadge } from "../../../ui/text/StatusBadge.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { aboutDollars } from "./cost.ts";
import { TestButton } from "../TestButton.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";

interface DeleteIntegrationDialogProps {
  integration: ElastiCacheIntegration;
  onClose: () => void;
}

/** Confirms that an AWS account is disconnected, and lists what is deleted with it. */
function DeleteIntegrationDialog({ integration, onClose }: DeleteIntegrationDialogProps) {
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

/** The id of the AWS account that a role belongs to. */
export const accountOf = ({ roleArn }: ElastiCacheIntegration): string => roleArn.split(":")[4] ?? roleArn;

/** A long text on one line. The row's details have it in full. */
function Shortened({ children }: { children: string }) {
  return (
    <span title={children} className="max-w-full truncate font-mono text-sm text-muted">
      {children}
    </span>
  );
}

interface ActionsProps {
  integration: ElastiCacheIntegration;
  open: OpenDialog;
  onEdit: (integration: ElastiCacheIntegration) => void;
}

function Actions({ integration, open, onEdit }: ActionsProps) {
  const { change, read } = useSourceRights();
  const name = accountOf(integration);
  return (
    <span className="flex flex-wrap justify-end gap-1">
      <TestButton
        name={name}
        lastSyncAt={integration.lastSyncAt}
        whyNot={read(integration)}
        onTest={() => testElastiCache(integration.deploymentId)}
        list={elastiCacheQuery}
      />
      <LimitedButton emphasis="quiet" reason={change(integration)} onClick={() => onEdit(integration)}>
        Edit <span className="sr-only">{name}</span>
      </LimitedButton>
      <LimitedButton
        emphasis="quiet"
        reason={change(integration)}
        onClick={() => open((close) => <DeleteIntegrationDialog integration={integration} onClose={close} />)}
      >
        Delete <span className="sr-only">{name}</span>
      </LimitedButton>
    </span>
  );
}

/** The table's columns. */
export const integrationColumns = (
  open: OpenDialog,
  onEdit: ActionsProps["onEdit"],
): Column<ElastiCacheIntegration>[] => [
  {
    id: "deployment",
    header: "AWS account",
    width: "lg:w-[19%]",
    cell: (integration) => {
      const { deploymentId, caches } = integration;
      const account = accountOf(integration);
      return (
        <span className="grid min-w-0 justify-items-end py-1 md:justify-items-start">
          {/* There is no deployment before the first success. */}
          {caches === null ? (
            <span className="figures font-medium">{account}</span>
          ) : (
            <Link className={`${textLinkClass} figures font-medium`} to={paths.deployment(deploymentId)}>
              {account}
            </Link>
          )}
          <Shortened>{deploymentId}</Shortened>
          {integration.managedBy && <ManagedBadge />}
        </span>
      );
    },
  },
  {
    id: "role",
    header: "Role",
    width: "lg:w-[22%]",
    cell: ({ roleArn }) => (
      <span className="grid min-w-0 justify-items-end py-1 md:justify-items-start">
        <span className="max-w-full truncate">{roleArn.slice(roleArn.lastIndexOf("/") + 1)}</span>
        <Shortened>{roleArn}</Shortened>
      </span>
    ),
  },
  {
    id: "created",
    header: "Created",
    width: "lg:w-[11%]",
    cell: ({ createdAt }) => <TimeAgo inRow date={createdAt} />,
  },
  {
    id: "status",
    header: "Status",
    width: "lg:w-[24%]",
    cell: (integration) => <Status {...integration} />,
  },
  {
    id: "actions",
    header: "Actions",
    align: "end",
    actions: true,
    width: "lg:w-[24%]",
    cell: (integration) => <Actions integration={integration} open={open} onEdit={onEdit} />,
  },
];

/** The outcome and time of the last reading, and why it failed. */
function Status(integration: ElastiCacheIntegration) {
  const { status, caches, lastSyncAt, lastDataAt, lastError, detailedHistory } = integration;
  const { on, dollarsPerMonth } = detailedHistory;
  return (
    <span className="grid justify-items-end gap-1 py-1 md:justify-items-start">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 max-md:justify-end">
        <StatusBadge status={status === "ok" ? "active" : status} />
        <span className="text-sm text-muted">
          {caches !== null && `${counted(caches, "cache")}, `}
          {lastDataAt ? (
            <>
              {" "}
              synced <TimeAgo inRow date={lastDataAt} />
            </>
          ) : lastSyncAt ? (
            "couldn't sync"
          ) : (
            "not synced yet"
          )}
        </span>
      </span>
      {on && (
        <span className="text-sm text-muted">
          Detailed history{dollarsPerMonth !== null && `, ${aboutDollars(dollarsPerMonth)} a month`}
        </span>
      )}
      {lastError && <span className="text-sm break-words">{lastError}</span>}
    </span>
  );
}

import { useQueries } from "@tanstack/react-query";
import { Fragment } from "react";
import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import { revokeAccessKey } from "../../../api/sources/access-key-changes.ts";
import { deploymentQuery } from "../../../api/fleet/deployment.ts";
import { useUser } from "../../../session/session.ts";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";
import { Foreign, ForeignName } from "../../../ui/text/Foreign.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { lastUse } from "./describe.ts";

const mostNamed = 3;
/** From this number of deployments on, the name must be typed. */
const many = 10;

/** The deployments that the key reports: their number, and the first few names once they are loaded. */
function Fed({ deployments: { count, first } }: AccessKey) {
  // A super admin may see a deployment with the same id in another organization.
  const own = useUser()?.organization?.id;
  const found = useQueries({ queries: first.slice(0, mostNamed).map((id) => deploymentQuery(id, own)) });
  if (count === 0) return <p>No deployments use this key.</p>;
  const names = found.flatMap(({ data }) => (data ? [data.name] : []));
  const more = count - names.length;
  return (
    <p className="break-words">
      {count} {count === 1 ? "deployment uses" : "deployments use"} this key
      {names.length > 0 && ": "}
      {names.map((name, index) => (
        <Fragment key={first[index]}>
          {index > 0 && ", "}
          <Foreign>{name}</Foreign>
        </Fragment>
      ))}
      {names.length > 0 && more > 0 && ` and ${more} more`}. They stay in the list with their last data, and
      go stale after five minutes unless another key reports them.
    </p>
  );
}

interface RevokeKeyDialogProps {
  /** The key to revoke. */
  revoked: AccessKey;
  onClose: () => void;
}

/** Confirms the revocation of a key, and lists what depends on it. */
export function RevokeKeyDialog({ revoked, onClose }: RevokeKeyDialogProps) {
  const { keyId, name, deployments } = revoked;
  const used = lastUse(revoked);
  return (
    <ConfirmDialog
      title="Revoke agent key"
      verb="Revoke"
      pending="Revoking…"
      failure="Failed to revoke token"
      onConfirm={() => revokeAccessKey(keyId)}
      success="Agent key revoked"
      onClose={onClose}
      {...(deployments.count > many && { typed: name })}
    >
      <p>
        <ForeignName>{name}</ForeignName> will stop working immediately. Agents using it can no longer report.
        This can't be undone.
      </p>
      <Fed {...revoked} />
      <p>
        {used ? (
          <>
            Last used <TimeAgo date={used} />.
          </>
        ) : (
          "Never used."
        )}
      </p>
      <p className="text-muted">
        A deleted deployment reappears if its API key is still active or an agent is still running.
      </p>
    </ConfirmDialog>
  );
}

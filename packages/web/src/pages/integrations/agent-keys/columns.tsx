import { TriangleAlert } from "lucide-react";
import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import type { CreatedKey } from "../../../api/sources/access-key-changes.ts";
import { nameOrEmail } from "../../../lib/words/person-name.ts";
import { useSourceRights } from "../../../session/source-rights.ts";
import type { OpenDialog } from "../../../ui/popup/use-dialog.ts";
import { NewKeyDialog } from "./NewKeyDialog.tsx";
import { RevokeKeyDialog } from "./RevokeKeyDialog.tsx";
import { EndFormerSecretDialog, RotateKeyDialog } from "./RotateKeyDialog.tsx";
import { counted } from "../../../lib/words/count.ts";
import { useOverTime } from "../../../lib/time/ticker.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { LimitedButton } from "../../../ui/form/LimitedButton.tsx";
import { ManagedBadge } from "../../../ui/text/ManagedBadge.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { agentCount, agentVersions, isForgotten, lastUse, maskedKey } from "./describe.ts";
import { Unknown } from "../../../ui/text/Unknown.tsx";
import { useQuery } from "@tanstack/react-query";
import { ownOrganizationQuery } from "../../../api/people/own-organization.ts";
import { useUser } from "../../../session/session.ts";

/** Members rarely change, and all rows share one request. */
const fresh = 5 * 60_000;

/** The name of the account that created a key. A look-up of names in the list of keys would be one more wait there. */
function Creator({ id }: { id: string }) {
  const isOwn = useUser()?.id === id;
  const { data } = useQuery({ ...ownOrganizationQuery, staleTime: fresh, enabled: !isOwn });
  if (isOwn) return "you";
  const member = data?.members.find((one) => one.id === id);
  if (!member) return data ? "a former member" : "…";
  return <Foreign>{nameOrEmail(member)}</Foreign>;
}

/** The dialog is the only place that holds a new key. When it closes, the key is gone. */
export const showNewKey = (created: CreatedKey, isRotated: boolean, open: OpenDialog): void =>
  open((close) => <NewKeyDialog created={created} isRotated={isRotated} onDone={close} />);

function whyNotRotate({ rotation, expiresAt, secretEnded }: AccessKey, now: number): string | undefined {
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return "The key has expired";
  return rotation && !secretEnded ? "Wait for the old key to expire, or revoke it now" : undefined;
}

/** When a key ends. An ended one is refused, so its agents are silent. */
function Expiry({ date }: { date: string }) {
  const hasEnded = useOverTime((now) => Date.parse(date) <= now);
  return (
    <span className={`text-sm whitespace-nowrap ${hasEnded ? "font-medium text-bad" : "text-muted"}`}>
      {hasEnded ? "Expired" : "Expires"} <TimeAgo inRow date={date} />
    </span>
  );
}

interface KeyProps {
  shown: AccessKey;
  open: OpenDialog;
}

/** The public part of a key. While two secrets work, how far the agents have moved, and the former one's end. */
function KeyAndRotation({ shown, open }: KeyProps) {
  const { change: whyNot } = useSourceRights();
  const { keyId, name, rotation, secretEnded } = shown;
  return (
    <span className="grid min-w-0 justify-items-end py-1 md:justify-items-start">
      <span title={`sw_${keyId}_…`} className="font-mono text-sm whitespace-nowrap text-muted">
        {maskedKey(keyId)}
      </span>
      {secretEnded && (
        <span className="flex items-start gap-1 text-sm text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          Secret ended in a move. Rotate it.
        </span>
      )}
      {rotation && (
        <>
          <span className="text-sm">
            Old key expires <TimeAgo inRow date={rotation.formerSecretEndsAt} />; {rotation.moved} of{" "}
            {counted(rotation.agents, "agent")} switched
          </span>
          <LimitedButton
            emphasis="quiet"
            reason={whyNot(shown)}
            onClick={() => open((close) => <EndFormerSecretDialog rotated={shown} onClose={close} />)}
          >
            Revoke old key now <span className="sr-only">{name}</span>
          </LimitedButton>
        </>
      )}
    </span>
  );
}

function LastUse(key: AccessKey) {
  const used = lastUse(key);
  const forgotten = useOverTime((now) => isForgotten(key, now));
  return (
    <span className="grid min-w-0 justify-items-end py-1 md:justify-items-start">
      {used ? <TimeAgo inRow date={used} /> : <Unknown why="Never used" />}
      {forgotten && (
        <span className="flex items-start gap-1 text-sm text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          Unused for 90 days
        </span>
      )}
    </span>
  );
}

function KeyActions({ shown, open }: KeyProps) {
  const whyNot = useSourceRights().change(shown);
  const hasToWait = useOverTime((now) => whyNotRotate(shown, now));
  return (
    <span className="flex justify-end gap-1">
      <LimitedButton
        emphasis="quiet"
        reason={whyNot ?? hasToWait}
        onClick={() =>
          open((close) => (
            <RotateKeyDialog
              rotated={shown}
              onRotated={(created) => showNewKey(created, true, open)}
              onClose={close}
            />
          ))
        }
      >
        Rotate <span className="sr-only">{shown.name}</span>
      </LimitedButton>
      <LimitedButton
        emphasis="quiet"
        reason={whyNot}
        onClick={() => open((close) => <RevokeKeyDialog revoked={shown} onClose={close} />)}
      >
        Revoke <span className="sr-only">{shown.name}</span>
      </LimitedButton>
    </span>
  );
}

/** The table's columns. */
export const keyColumns = (open: OpenDialog): Column<AccessKey>[] => [
  {
    id: "name",
    header: "Name",
    rem: 11,
    cell: ({ name, managedBy, refused: { count } }) => (
      <span className="grid min-w-0 py-1">
        <Foreign className="font-medium break-words">{name}</Foreign>
        {managedBy && <ManagedBadge />}
        {count > 0 && (
          <span className="flex items-start gap-1 text-sm text-warn">
            <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {counted(count, "deployment")} left out
          </span>
        )}
      </span>
    ),
  },
  {
    id: "key",
    header: "Key",
    rem: 12,
    cell: (key) => <KeyAndRotation shown={key} open={open} />,
  },
  {
    id: "created",
    header: "Created",
    rem: 10,
    cell: ({ createdAt, createdBy, managedBy, expiresAt }) => (
      <span className="grid min-w-0 justify-items-end py-1 md:justify-items-start">
        <TimeAgo inRow date={createdAt} />
        <span className="text-sm text-muted">by {managedBy ? "file" : <Creator id={createdBy} />}</span>
        {expiresAt !== null && <Expiry date={expiresAt} />}
      </span>
    ),
  },
  {
    id: "lastUsed",
    header: "Last used",
    rem: 8,
    cell: (key) => <LastUse {...key} />,
  },
  {
    id: "deployments",
    header: "Deployments",
    align: "end",
    rem: 6.5,
    cell: ({ deployments: { count } }) => count,
  },
  {
    id: "agents",
    header: "Agents",
    rem: 8,
    cell: ({ agents }) => {
      const count = agentCount(agents);
      if (count === undefined) return <Unknown why="None" />;
      const versions = agentVersions(agents);
      return (
        <span className="grid min-w-0 justify-items-end py-1 md:justify-items-start">
          {count}
          {versions && <span className="font-mono text-sm break-words text-muted">{versions}</span>}
        </span>
      );
    },
  },
  {
    id: "revoke",
    header: "Actions",
    align: "end",
    actions: true,
    rem: 10,
    cell: (key) => <KeyActions shown={key} open={open} />,
  },
];

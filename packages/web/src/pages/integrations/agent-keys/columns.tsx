import { TriangleAlert } from "lucide-react";
import type { AccessKey } from "@shardwatch/core/contract/access-key";
import { counted } from "../../../lib/count.ts";
import { Foreign } from "../../../ui/Foreign.tsx";
import { LimitedButton } from "../../../ui/LimitedButton.tsx";
import type { Column } from "../../../ui/rows.ts";
import { TimeAgo } from "../../../ui/TimeAgo.tsx";
import { agentCount, lastUse, maskedKey } from "./describe.ts";
import { Unknown } from "../../../ui/Unknown.tsx";

/** The table's columns. `whyNotRevoke` returns why the person may not revoke the key of a creator. */
export function keyColumns(
  onRevoke: (key: AccessKey) => void,
  whyNotRevoke: (createdBy: string) => string | undefined,
): Column<AccessKey>[] {
  return [
    {
      id: "name",
      header: "Name",
      width: "lg:w-[26%]",
      cell: ({ name, refused: { count } }) => (
        <span className="grid min-w-0 py-1">
          <Foreign className="font-medium break-words">{name}</Foreign>
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
      width: "lg:w-[22%]",
      cell: ({ keyId }) => (
        <span title={`sw_${keyId}_…`} className="font-mono text-sm whitespace-nowrap text-muted">
          {maskedKey(keyId)}
        </span>
      ),
    },
    {
      id: "created",
      header: "Created",
      width: "lg:w-[14%]",
      cell: ({ createdAt }) => <TimeAgo date={createdAt} />,
    },
    {
      id: "lastUsed",
      header: "Last used",
      width: "lg:w-[14%]",
      cell: (key) => {
        const used = lastUse(key);
        return used ? <TimeAgo date={used} /> : <Unknown why="Never used" />;
      },
    },
    {
      id: "agents",
      header: "Agents",
      width: "lg:w-[14%]",
      cell: ({ agents }) => agentCount(agents) ?? <Unknown why="None" />,
    },
    {
      id: "revoke",
      header: "Actions",
      align: "end",
      actions: true,
      width: "lg:w-[10%]",
      cell: (key) => (
        <LimitedButton look="quiet" reason={whyNotRevoke(key.createdBy)} onClick={() => onRevoke(key)}>
          Revoke <span className="sr-only">{key.name}</span>
        </LimitedButton>
      ),
    },
  ];
}

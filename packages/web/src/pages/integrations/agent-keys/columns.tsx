import type { AccessKey } from "@shardwatch/core/contract/access-key";
import { Button } from "../../../ui/Button.tsx";
import { Foreign } from "../../../ui/Foreign.tsx";
import type { Column } from "../../../ui/rows.ts";
import { TimeAgo } from "../../../ui/TimeAgo.tsx";
import { agentCount, lastUse, maskedKey } from "./describe.ts";

/** The table's columns. */
export function keyColumns(onRevoke: (key: AccessKey) => void): Column<AccessKey>[] {
  return [
    {
      id: "name",
      header: "Name",
      width: "lg:w-[26%]",
      cell: ({ name }) => <Foreign className="min-w-0 font-medium break-words">{name}</Foreign>,
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
        return used ? <TimeAgo date={used} /> : <span className="text-faint">Never used</span>;
      },
    },
    { id: "agents", header: "Agents", width: "lg:w-[14%]", cell: ({ agents }) => agentCount(agents) },
    {
      id: "revoke",
      header: "Actions",
      align: "end",
      actions: true,
      width: "lg:w-[10%]",
      cell: (key) => (
        <Button look="quiet" onClick={() => onRevoke(key)}>
          Revoke <span className="sr-only">{key.name}</span>
        </Button>
      ),
    },
  ];
}

import { useQuery } from "@tanstack/react-query";
import { Cloud } from "lucide-react";
import { useMemo, useState } from "react";
import type { RedisCloud } from "@shardwatch/core/contract/source/redis-cloud";
import { redisCloudsQuery } from "../../../api/sources/redis-cloud.ts";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { useDialog } from "../../../ui/popup/use-dialog.ts";
import { ReadingDetails } from "../ReadingDetails.tsx";
import { SourceSection } from "../SourceSection.tsx";
import { foundText, integrationColumns } from "./columns.tsx";
import { Connected } from "./Connected.tsx";
import { ConnectForm } from "./ConnectForm.tsx";

const lastReading = {
  label: ({ name }: RedisCloud) => `Last reading of ${name}`,
  content: (account: RedisCloud) => (
    <ReadingDetails {...account} found={account.found ? foundText(account.found) : undefined} />
  ),
};

/** The table of connected accounts. Above it is the form that connects one, then the result. */
export function Integrations() {
  const list = useQuery(redisCloudsQuery);
  const [forming, setForming] = useState(false);
  const [connected, setConnected] = useState<RedisCloud>();
  const [dialog, open] = useDialog();
  const columns = useMemo(() => integrationColumns(open), [open]);
  return (
    <SourceSection
      heading="Connected accounts"
      query={list}
      failure="Failed to load Redis Cloud integrations"
      columns={columns}
      rowKey={({ id }) => id}
      details={lastReading}
      create="Connect account"
      onCreate={connected ? undefined : () => setForming(!forming)}
      empty={
        <EmptyState icon={Cloud} title="No Redis Cloud accounts yet">
          Connect an account to see its subscriptions here.
        </EmptyState>
      }
      dialog={dialog}
    >
      {connected ? (
        <Connected connected={connected} onDone={() => setConnected(undefined)} />
      ) : (
        forming && (
          <ConnectForm
            onCancel={() => setForming(false)}
            onConnected={(one) => {
              setForming(false);
              setConnected(one);
            }}
          />
        )
      )}
    </SourceSection>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Cloud, Plus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { RedisCloud } from "@shardwatch/core/contract/source/redis-cloud";
import { redisCloudsQuery } from "../../../api/sources/redis-cloud.ts";
import { useFocusBack } from "../../../lib/browser/use-focus-back.ts";
import { useSourceRights } from "../../../session/source-rights.ts";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { LimitedButton } from "../../../ui/form/LimitedButton.tsx";
import { ReadingDetails } from "../ReadingDetails.tsx";
import { SourceSection } from "../SourceSection.tsx";
import { foundText, integrationColumns } from "./columns.tsx";
import { Connected } from "./Connected.tsx";
import { ConnectForm } from "./ConnectForm.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";

const loadFailure = "Failed to load Redis Cloud integrations";

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
  const [deleting, setDeleting] = useState<RedisCloud>();
  const rights = useSourceRights();
  const { change: whyNotChange, read: whyNotRead } = rights;
  const { refetch } = list;
  const columns = useMemo(
    () =>
      integrationColumns({
        onDelete: setDeleting,
        whyNotChange,
        whyNotRead,
        reload: () => void refetch(),
      }),
    [whyNotChange, whyNotRead, refetch],
  );
  const connect = useRef<HTMLButtonElement>(null);
  const busy = forming || connected !== undefined || deleting !== undefined;
  useFocusBack(connect, busy);

  return (
    <>
      <SourceSection
        heading="Connected accounts"
        query={list}
        failure={loadFailure}
        columns={columns}
        rowKey={({ id }) => id}
        details={lastReading}
        action={
          !connected && (
            <LimitedButton
              ref={connect}
              look="primary"
              reason={rights.create}
              aria-expanded={forming}
              onClick={() => setForming(!forming)}
            >
              <Plus aria-hidden className="size-3.5" />
              Connect account
            </LimitedButton>
          )
        }
        empty={
          <EmptyState icon={Cloud} title="No Redis Cloud accounts yet">
            Connect an account to see its subscriptions here.
          </EmptyState>
        }
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
      {deleting && <DeleteDialog deleted={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

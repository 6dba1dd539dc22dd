import { ExternalLink, Cloud } from "lucide-react";
import { queryClient } from "../../../api/query-client.ts";
import { redisCloudsQuery } from "../../../api/sources/redis-cloud.ts";
import { byRedisCloud, config } from "../../../lib/settings/config.ts";
import { externalUrl } from "../../../lib/address/external-url.ts";
import { currentUser, useUser } from "../../../session/session.ts";
import { NoOrganization } from "../../../layout/NoOrganization.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { TextLink } from "../../../ui/text/TextLink.tsx";
import { CloudAccounts } from "./CloudAccounts.tsx";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { RedisCloud } from "@shardwatch/core/contract/source/redis-cloud";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { useDialog } from "../../../ui/popup/use-dialog.ts";
import { ReadingDetails } from "../ReadingDetails.tsx";
import { SourceSection } from "../SourceSection.tsx";
import { foundText, integrationColumns } from "./columns.tsx";
import { Connected } from "./Connected.tsx";
import { ConnectForm } from "./ConnectForm.tsx";

const lastReading = {
  label: ({ name }: RedisCloud) => `Last sync of ${name}`,
  content: (account: RedisCloud) => (
    <ReadingDetails {...account} found={account.found ? foundText(account.found) : undefined} />
  ),
};

/** The table of connected accounts. Above it is the form that connects one, then the result. */
function Integrations() {
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

/** Starts loading the data while the tab's code loads. */
export function loader() {
  if (currentUser()?.organization) void queryClient.prefetchQuery(redisCloudsQuery);
  return null;
}

/** The connected Redis Cloud accounts, how to connect one, and the accounts of a person who signs in at Redis Cloud. */
export function Component() {
  const user = useUser();
  const documentation = externalUrl(config().links.documentation ?? null);
  return (
    <>
      <Section heading="Redis Cloud">
        <div className="grid max-w-prose gap-2 p-4">
          <p>
            Data from connected accounts is collected every 5 minutes.{" "}
            {documentation && (
              <TextLink href={documentation.href} target="_blank" rel="noopener noreferrer">
                Read More
                <ExternalLink aria-hidden className="size-3.5 shrink-0" />
                <span className="sr-only">about Redis Cloud API keys (opens in a new tab)</span>
              </TextLink>
            )}
          </p>
          <p>Only account owners can create cloud API keys.</p>
        </div>
      </Section>
      {user && !user.organization ? (
        <NoOrganization>Integrations belong to an organization.</NoOrganization>
      ) : (
        <Integrations />
      )}
      {byRedisCloud() && <CloudAccounts />}
    </>
  );
}

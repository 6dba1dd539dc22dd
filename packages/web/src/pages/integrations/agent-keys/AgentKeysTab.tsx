import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useMemo, useState } from "react";
import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import { accessKeysQuery } from "../../../api/sources/access-keys.ts";
import { queryClient } from "../../../api/query-client.ts";
import { currentUser, useUser } from "../../../session/session.ts";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { useDialog } from "../../../ui/popup/use-dialog.ts";
import { NoOrganization } from "../../../layout/NoOrganization.tsx";
import { AgentSetupPanel } from "../../../sources/setup/AgentSetupPanel.tsx";
import { SetupSection } from "../SetupSection.tsx";
import { SourceSection } from "../SourceSection.tsx";
import { AgentList } from "./AgentList.tsx";
import { keyColumns, showNewKey } from "./columns.tsx";
import { CreateKeyForm } from "./CreateKeyForm.tsx";
import { RefusedDeployments } from "./RefusedDeployments.tsx";
import { Fact, Facts } from "../../../ui/text/Facts.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { lastUse } from "./describe.ts";

/** The times of a key's row. Here the Tab key reaches each of them, with its exact moment. */
function KeyTimes(key: AccessKey) {
  const used = lastUse(key);
  return (
    <Facts>
      <Fact name="Created">
        <TimeAgo date={key.createdAt} />
      </Fact>
      <Fact name="Last used">{used ? <TimeAgo date={used} /> : "Never used"}</Fact>
      {key.expiresAt !== null && (
        <Fact name="Expires">
          <TimeAgo date={key.expiresAt} />
        </Fact>
      )}
      {key.rotation && (
        <Fact name="Old key expires">
          <TimeAgo date={key.rotation.formerSecretEndsAt} />
        </Fact>
      )}
    </Facts>
  );
}

/** Starts loading the data while the tab's code loads. */
export function loader() {
  if (currentUser()?.organization) void queryClient.prefetchQuery(accessKeysQuery);
  return null;
}

const agentsOfKey = {
  label: ({ name }: AccessKey) => `Agents of ${name}`,
  content: (key: AccessKey) => (
    <div className="grid gap-4">
      <RefusedDeployments {...key} />
      <KeyTimes {...key} />
      <AgentList {...key} />
    </div>
  ),
};

/** The organization's agent API keys, and how to set up an agent. */
export function Component() {
  const user = useUser();
  if (user && !user.organization)
    return <NoOrganization>Agent keys belong to an organization.</NoOrganization>;
  return (
    <>
      <Keys />
      <Setup />
    </>
  );
}

function Setup() {
  const { data } = useQuery(accessKeysQuery);
  return (
    <SetupSection heading="Agent setup" sources={data}>
      <AgentSetupPanel />
    </SetupSection>
  );
}

function Keys() {
  const list = useQuery(accessKeysQuery);
  const [forming, setForming] = useState(false);
  const [dialog, open] = useDialog();
  const columns = useMemo(() => keyColumns(open), [open]);
  return (
    <SourceSection
      heading="Agent keys"
      query={list}
      failure="Failed to fetch tokens"
      columns={columns}
      rowKey={({ keyId }) => keyId}
      details={agentsOfKey}
      create="Create agent key"
      onCreate={() => setForming(!forming)}
      empty={
        <EmptyState icon={KeyRound} title="No agent keys yet">
          Create a key, then install the agent with it.
        </EmptyState>
      }
      dialog={dialog}
    >
      {forming && (
        <CreateKeyForm
          onCancel={() => setForming(false)}
          onCreated={(key) => {
            setForming(false);
            showNewKey(key, false, open);
          }}
        />
      )}
    </SourceSection>
  );
}

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import { accessKeysQuery } from "../../../api/sources/access-keys.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useFocusBack } from "../../../lib/browser/use-focus-back.ts";
import { currentUser, useUser } from "../../../session/session.ts";
import { useSourceRights } from "../../../session/source-rights.ts";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { LimitedButton } from "../../../ui/form/LimitedButton.tsx";
import { NoOrganization } from "../../../layout/NoOrganization.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import type { CreatedKey } from "../../../api/sources/access-key-changes.ts";
import { AgentSetupPanel } from "../../../sources/setup/AgentSetupPanel.tsx";
import { SourceSection } from "../SourceSection.tsx";
import { AgentList } from "./AgentList.tsx";
import { EndFormerSecretDialog } from "./EndFormerSecretDialog.tsx";
import { keyColumns } from "./columns.tsx";
import { CreateKeyForm } from "./CreateKeyForm.tsx";
import { LeftOut } from "./LeftOut.tsx";
import { NewKeyDialog } from "./NewKeyDialog.tsx";
import { RotateKeyDialog } from "./RotateKeyDialog.tsx";
import { RevokeKeyDialog } from "./RevokeKeyDialog.tsx";
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
        <Fact name="Former secret ends">
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

const loadFailure = "Failed to fetch tokens";

const agentsOfKey = {
  label: ({ name }: AccessKey) => `Agents of ${name}`,
  content: (key: AccessKey) => (
    <div className="grid gap-4">
      <LeftOut {...key} />
      <KeyTimes {...key} />
      <AgentList agents={key.agents} />
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
      <Section heading="Agent setup">
        <AgentSetupPanel />
      </Section>
    </>
  );
}

function Keys() {
  const list = useQuery(accessKeysQuery);
  const [forming, setForming] = useState(false);
  // The only place that holds a new key. When it leaves this state, it is gone.
  const [created, setCreated] = useState<CreatedKey & { isRotated?: boolean }>();
  const [rotating, setRotating] = useState<AccessKey>();
  const [ending, setEnding] = useState<AccessKey>();
  const [revoking, setRevoking] = useState<AccessKey>();
  const rights = useSourceRights();
  const { change } = rights;
  const columns = useMemo(
    () =>
      keyColumns({
        onRevoke: setRevoking,
        onRotate: setRotating,
        onEndFormer: setEnding,
        whyNotChange: change,
      }),
    [change],
  );
  const forget = useCallback(() => setCreated(undefined), []);
  const create = useRef<HTMLButtonElement>(null);
  const dialogs = [created, revoking, rotating, ending];
  const busy = forming || dialogs.some((one) => one !== undefined);
  useFocusBack(create, busy);

  return (
    <>
      <SourceSection
        heading="Agent keys"
        query={list}
        failure={loadFailure}
        columns={columns}
        rowKey={({ keyId }) => keyId}
        details={agentsOfKey}
        action={
          <LimitedButton
            ref={create}
            look="primary"
            reason={rights.create}
            aria-expanded={forming}
            onClick={() => setForming(!forming)}
          >
            <Plus aria-hidden className="size-3.5" />
            Create agent key{" "}
          </LimitedButton>
        }
        empty={
          <EmptyState icon={KeyRound} title="No agent keys yet">
            Create a key, then install the agent with it.
          </EmptyState>
        }
      >
        {forming && (
          <CreateKeyForm
            onCancel={() => setForming(false)}
            onCreated={(key) => {
              setForming(false);
              setCreated(key);
            }}
          />
        )}
      </SourceSection>
      {created && <NewKeyDialog created={created} isRotated={created.isRotated ?? false} onDone={forget} />}
      {rotating && (
        <RotateKeyDialog
          rotated={rotating}
          onRotated={(key) => {
            setRotating(undefined);
            setCreated({ ...key, isRotated: true });
          }}
          onClose={() => setRotating(undefined)}
        />
      )}
      {ending && <EndFormerSecretDialog rotated={ending} onClose={() => setEnding(undefined)} />}
      {revoking && <RevokeKeyDialog revoked={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Cloud } from "lucide-react";
import { useMemo, useState, useRef } from "react";
import type { ElastiCacheIntegration } from "@shardwatch/core/contract/source/elasticache";
import { elastiCacheQuery } from "../../../api/sources/elasticache.ts";
import { externalIdQuery } from "../../../api/sources/elasticache-changes.ts";
import { useUser } from "../../../session/session.ts";
import { useSourceRights } from "../../../session/source-rights.ts";
import { counted } from "../../../lib/words/count.ts";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { Fact } from "../../../ui/text/Facts.tsx";
import { useDialog } from "../../../ui/popup/use-dialog.ts";
import { NoOrganization } from "../../../layout/NoOrganization.tsx";
import { ReadingDetails } from "../ReadingDetails.tsx";
import { SetupSection } from "../SetupSection.tsx";
import { SourceSection } from "../SourceSection.tsx";
import { accountOf, integrationColumns } from "./columns.tsx";
import { DetailedHistoryDialog } from "./DetailedHistoryDialog.tsx";
import { IntegrationForm } from "./IntegrationForm.tsx";
import { SetupSteps } from "./SetupSteps.tsx";
import { useFocusBack } from "../../../lib/browser/use-focus-back.ts";
import { LimitedButton } from "../../../ui/form/LimitedButton.tsx";
import { aboutDollars } from "./cost.ts";

interface DetailedHistoryProps {
  account: ElastiCacheIntegration;
  /** Why the person may not change the account; undefined when they may. */
  whyNot: string | undefined;
  /** Whether the dialog that switches it is open. */
  isSwitching: boolean;
  onSwitch: () => void;
}

/** Whether detailed history is on and what it costs, with the button that switches it. */
function DetailedHistory({ account, whyNot, isSwitching, onSwitch }: DetailedHistoryProps) {
  const { on, dollarsPerMonth } = account.detailedHistory;
  const button = useRef<HTMLButtonElement>(null);
  useFocusBack(button, isSwitching);
  const unpriced = dollarsPerMonth === null && !on ? "Its price is known after the first sync." : undefined;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {on ? `On${dollarsPerMonth === null ? "" : `, ${aboutDollars(dollarsPerMonth)} a month`}` : "Off"}
      <LimitedButton ref={button} reason={whyNot ?? unpriced} onClick={onSwitch}>
        {on ? "Turn off" : "Turn on…"}
        <span className="sr-only"> detailed history of {accountOf(account)}</span>
      </LimitedButton>
    </span>
  );
}

/** The connected AWS accounts, and how to connect one. */
export function Component() {
  const user = useUser();
  if (user && !user.organization)
    return <NoOrganization>AWS accounts belong to an organization.</NoOrganization>;
  return (
    <>
      <Integrations />
      <Setup />
    </>
  );
}

function Setup() {
  const { data } = useQuery(elastiCacheQuery);
  return (
    <SetupSection heading="AWS ElastiCache" sources={data}>
      <SetupSteps />
    </SetupSection>
  );
}

/** The details of a row. The dialog that switches detailed history is open for one account at most. */
const lastReadingWith = (
  switchingId: string | undefined,
  onSwitch: (account: ElastiCacheIntegration) => void,
) => ({
  label: (account: ElastiCacheIntegration) => `Last sync of ${accountOf(account)}`,
  content: (account: ElastiCacheIntegration) => (
    <LastReading
      account={account}
      isSwitching={switchingId === account.deploymentId}
      onSwitch={() => onSwitch(account)}
    />
  ),
});

interface LastReadingProps {
  account: ElastiCacheIntegration;
  isSwitching: boolean;
  onSwitch: () => void;
}

function LastReading({ account, ...switching }: LastReadingProps) {
  const { change: whyNotChange } = useSourceRights();
  const { deploymentId, roleArn, caches } = account;
  return (
    <ReadingDetails {...account} found={caches === null ? undefined : counted(caches, "cache")}>
      <Fact name="Deployment ID">
        <span className="font-mono text-sm break-all">{deploymentId}</span>
      </Fact>
      <Fact name="Role ARN">
        <span className="font-mono text-sm break-all">{roleArn}</span>
      </Fact>
      <Fact name="Detailed history">
        <DetailedHistory account={account} whyNot={whyNotChange(account)} {...switching} />
      </Fact>
    </ReadingDetails>
  );
}

function Integrations() {
  const list = useQuery(elastiCacheQuery);
  const { data: externalId } = useQuery(externalIdQuery);
  const [form, setForm] = useState<{ integration: ElastiCacheIntegration | undefined }>();
  const [dialog, open] = useDialog();
  // Apart from its row, which is another one once the window gets narrow.
  const [switching, setSwitching] = useState<ElastiCacheIntegration>();
  const switchingId = switching?.deploymentId;
  const columns = useMemo(() => integrationColumns(open, (integration) => setForm({ integration })), [open]);
  const lastReading = useMemo(() => lastReadingWith(switchingId, setSwitching), [switchingId]);
  return (
    <>
      <SourceSection
        heading="ElastiCache integrations"
        query={list}
        failure="Failed to load ElastiCache integrations"
        columns={columns}
        rowKey={({ deploymentId }) => deploymentId}
        details={lastReading}
        create="Connect AWS account"
        onCreate={() => setForm(form ? undefined : { integration: undefined })}
        empty={
          <EmptyState icon={Cloud} title="No AWS accounts yet">
            Create a role as shown below, then connect it with its ARN.
          </EmptyState>
        }
        dialog={dialog}
      >
        {form && (
          <IntegrationForm
            key={form.integration?.deploymentId ?? "new"}
            integration={form.integration}
            externalId={externalId}
            onClose={() => setForm(undefined)}
          />
        )}
      </SourceSection>
      {switching && <DetailedHistoryDialog account={switching} onClose={() => setSwitching(undefined)} />}
    </>
  );
}

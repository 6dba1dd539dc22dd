import { useQuery } from "@tanstack/react-query";
import { Cloud, Plus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { ElastiCacheIntegration } from "@shardwatch/core/contract/elasticache";
import { elastiCacheQuery } from "../../../api/elasticache.ts";
import { externalIdQuery, testElastiCache } from "../../../api/elasticache-changes.ts";
import { useUser } from "../../../session/session.ts";
import { useSourceRights } from "../../../session/source-rights.ts";
import { counted } from "../../../lib/count.ts";
import { useFocusBack } from "../../../lib/use-focus-back.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LimitedButton } from "../../../ui/LimitedButton.tsx";
import { NoOrganization } from "../../../layout/NoOrganization.tsx";
import { Section } from "../../../ui/Section.tsx";
import { ReadingDetails } from "../ReadingDetails.tsx";
import { SourceSection } from "../SourceSection.tsx";
import { integrationColumns } from "./columns.tsx";
import { DeleteIntegrationDialog } from "./DeleteIntegrationDialog.tsx";
import { IntegrationForm } from "./IntegrationForm.tsx";
import { SetupSteps } from "./SetupSteps.tsx";

const loadFailure = "Failed to load ElastiCache integrations";

/** The connected AWS accounts, and how to connect one. */
export function Component() {
  const user = useUser();
  if (user && !user.organization)
    return <NoOrganization>AWS accounts belong to an organization.</NoOrganization>;
  return (
    <>
      <Integrations />
      <Section heading="AWS ElastiCache">
        <SetupSteps />
      </Section>
    </>
  );
}

const lastReading = {
  label: ({ deploymentId }: ElastiCacheIntegration) => `Last reading of ${deploymentId}`,
  content: (account: ElastiCacheIntegration) => <LastReading account={account} />,
};

function LastReading({ account }: { account: ElastiCacheIntegration }) {
  const { deploymentId, caches, createdBy } = account;
  const { refetch } = useQuery(elastiCacheQuery);
  const { change } = useSourceRights();
  return (
    <ReadingDetails
      {...account}
      found={caches === null ? undefined : counted(caches, "cache")}
      whyNotTest={change(createdBy)}
      onTest={() => testElastiCache(deploymentId)}
      reload={() => void refetch()}
    />
  );
}

function Integrations() {
  const list = useQuery(elastiCacheQuery);
  const { data: externalId } = useQuery(externalIdQuery);
  const [form, setForm] = useState<{ integration: ElastiCacheIntegration | undefined }>();
  const [deleting, setDeleting] = useState<ElastiCacheIntegration>();
  const rights = useSourceRights();
  const { change: whyNotChange } = rights;
  const columns = useMemo(() => {
    const onEdit = (integration: ElastiCacheIntegration) => setForm({ integration });
    return integrationColumns({ onEdit, onDelete: setDeleting, whyNotChange });
  }, [whyNotChange]);
  const connect = useRef<HTMLButtonElement>(null);
  useFocusBack(connect, form !== undefined || deleting !== undefined);
  return (
    <>
      <SourceSection
        heading="ElastiCache integrations"
        query={list}
        failure={loadFailure}
        columns={columns}
        rowKey={({ deploymentId }) => deploymentId}
        details={lastReading}
        action={
          <LimitedButton
            ref={connect}
            look="primary"
            reason={rights.create}
            aria-expanded={form !== undefined}
            onClick={() => setForm(form ? undefined : { integration: undefined })}
          >
            <Plus aria-hidden className="size-3.5" />
            Connect AWS account
          </LimitedButton>
        }
        empty={
          <EmptyState icon={Cloud} title="No AWS accounts yet">
            Create a role as shown below, then connect it with its ARN.
          </EmptyState>
        }
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
      {deleting && <DeleteIntegrationDialog integration={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

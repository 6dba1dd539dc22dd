import { useQuery } from "@tanstack/react-query";
import { Cloud, Plus, Users } from "lucide-react";
import { useId, useMemo, useRef, useState } from "react";
import type { ElastiCacheIntegration } from "@shardwatch/core/contract/elasticache";
import { elastiCacheQuery, externalIdQuery } from "../../../api/elasticache.ts";
import { describeError } from "../../../api/errors.ts";
import { useUser } from "../../../session/session.ts";
import { useFocusBack } from "../../../lib/use-focus-back.ts";
import { Button } from "../../../ui/Button.tsx";
import { DataTable } from "../../../ui/DataTable.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Section } from "../../../ui/Section.tsx";
import { StaleNotice } from "../../../ui/StaleNotice.tsx";
import { integrationColumns } from "./columns.tsx";
import { DeleteIntegrationDialog } from "./DeleteIntegrationDialog.tsx";
import { IntegrationForm } from "./IntegrationForm.tsx";
import { SetupSteps } from "./SetupSteps.tsx";

const loadFailure = "Failed to load ElastiCache integrations";

/** The AWS accounts that are connected, and how one is. */
export function Component() {
  const user = useUser();
  if (user && !user.organization)
    return (
      <div className="rounded-lg border border-line bg-surface shadow-card">
        <EmptyState icon={Users} title="You are not currently a member of any organization.">
          AWS accounts are connected to an organization.
        </EmptyState>
      </div>
    );
  return (
    <>
      <Integrations />
      <Section heading="AWS ElastiCache">
        <SetupSteps />
      </Section>
    </>
  );
}

function Integrations() {
  const headingId = useId();
  const { data, error, isLoadingError, dataUpdatedAt, refetch } = useQuery(elastiCacheQuery);
  const { data: externalId } = useQuery(externalIdQuery);
  const [form, setForm] = useState<{ integration: ElastiCacheIntegration | undefined }>();
  const [deleting, setDeleting] = useState<ElastiCacheIntegration>();
  const columns = useMemo(
    () => integrationColumns({ onEdit: (integration) => setForm({ integration }), onDelete: setDeleting }),
    [],
  );
  const connect = useRef<HTMLButtonElement>(null);
  useFocusBack(connect, form !== undefined || deleting !== undefined);
  return (
    <>
      {error && !isLoadingError && <StaleNotice title={loadFailure} asOf={dataUpdatedAt} error={error} />}
      <Section
        heading="ElastiCache integrations"
        headingId={headingId}
        action={
          <Button
            ref={connect}
            look="primary"
            aria-expanded={form !== undefined}
            onClick={() => setForm(form ? undefined : { integration: undefined })}
          >
            <Plus aria-hidden className="size-3.5" />
            Connect AWS account
          </Button>
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
        {isLoadingError ? (
          <ErrorState
            title={loadFailure}
            text={describeError(error, loadFailure).detail ?? "Please try again later."}
            error={error}
            onRetry={() => void refetch()}
          />
        ) : data?.length === 0 ? (
          <EmptyState icon={Cloud} title="No AWS accounts yet">
            Make a role in your AWS account as shown below, then connect the account by its ARN.
          </EmptyState>
        ) : (
          <DataTable
            labelledBy={headingId}
            columns={columns}
            rows={data}
            rowKey={({ deploymentId }) => deploymentId}
          />
        )}
      </Section>
      {deleting && <DeleteIntegrationDialog integration={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

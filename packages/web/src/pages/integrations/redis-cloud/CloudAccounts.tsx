import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleMinus, Cloud, TriangleAlert } from "lucide-react";
import { useId } from "react";
import { type CloudAccount, cloudAccountsQuery } from "../../../provider/cloud-accounts.ts";
import { Badge } from "../../../ui/text/Badge.tsx";
import { Button } from "../../../ui/form/Button.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { ErrorState } from "../../../ui/state/ErrorState.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { Section } from "../../../ui/section/Section.tsx";

const columns: Column<CloudAccount>[] = [
  {
    id: "name",
    header: "Name",
    width: "lg:w-[50%]",
    cell: ({ name }) => <Foreign className="min-w-0 font-medium break-words">{name}</Foreign>,
  },
  { id: "id", header: "Account ID", cell: ({ id }) => <span className="font-mono text-sm">{id}</span> },
  {
    id: "access",
    header: "API access",
    cell: ({ hasApiAccess }) =>
      hasApiAccess ? <Badge icon={CircleCheck}>On</Badge> : <Badge icon={CircleMinus}>Off</Badge>,
  },
];

/** The person's accounts at Redis Cloud, as the provider lists them, and whether their API is enabled. */
export function CloudAccounts() {
  const headingId = useId();
  const { data, error, isError, refetch } = useQuery(cloudAccountsQuery);
  const sentence = error?.message ?? "";
  const refused = sentence.startsWith("Failed to fetch accounts");
  return (
    <Section heading="Your Redis Cloud accounts" headingId={headingId}>
      {isError ? (
        <ErrorState
          title={refused ? sentence : "Failed to fetch accounts"}
          text={refused ? "Redis Cloud didn't list your accounts." : "Couldn't reach Redis Cloud."}
          error={undefined}
          onRetry={() => void refetch()}
        />
      ) : data?.length === 0 ? (
        <EmptyState
          icon={Cloud}
          title="No Redis Cloud accounts found"
          action={<Button onClick={() => void refetch()}>Retry</Button>}
        />
      ) : (
        <>
          {data && !data.some(({ hasApiAccess }) => hasApiAccess) && (
            <div
              role="status"
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-warn-soft px-4 py-2 text-warn"
            >
              <p className="flex min-w-0 items-start gap-2">
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                No accounts with API access found. Please enable API access in Redis Cloud console.
              </p>
              <Button className="ml-auto" onClick={() => void refetch()}>
                Retry
              </Button>
            </div>
          )}
          <DataTable labelledBy={headingId} columns={columns} rows={data} rowKey={({ id }) => id} />
        </>
      )}
    </Section>
  );
}

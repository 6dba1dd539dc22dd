import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useMemo } from "react";
import { membersQuery } from "../../../api/people/members.ts";
import { tokensQuery } from "../../../api/people/tokens.ts";
import { useLiveOptions } from "../../../lib/time/refresh-interval.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { useDialog } from "../../../ui/popup/use-dialog.ts";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { StaleNotice } from "../../../ui/state/StaleNotice.tsx";
import { QuerySection } from "../../../ui/table/QueryTable.tsx";
import { openNewToken } from "./token-actions.tsx";
import { tokenColumns } from "./token-columns.tsx";
import { makersOf } from "./makers.ts";

const failure = "Failed to load tokens";

/** The API tokens of the organization, for those who manage it. */
export function Tokens() {
  const query = useQuery({ ...tokensQuery, ...useLiveOptions() });
  const { data } = query;
  const [dialog, open] = useDialog();
  const { data: members } = useQuery(membersQuery);
  const columns = useMemo(
    () => tokenColumns(open, members && makersOf(data ?? [], members)),
    [open, data, members],
  );
  const create = (
    <Button emphasis="primary" onClick={() => openNewToken(open)}>
      <Plus aria-hidden className="size-3.5" />
      Create token
    </Button>
  );
  return (
    <QuerySection
      heading="API tokens"
      action={data && data.length > 0 && create}
      query={query}
      failure={failure}
      advice="Please try again later."
      columns={columns}
      rows={data}
      rowKey={({ id }) => id}
      empty={
        <EmptyState icon={KeyRound} title="No tokens yet" action={create}>
          A token lets a script, a pipeline or a monitoring system use the API without a person's sign-in.
        </EmptyState>
      }
      above={<StaleNotice title={failure} query={query} />}
    >
      {dialog}
    </QuerySection>
  );
}

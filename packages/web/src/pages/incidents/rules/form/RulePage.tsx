import type { WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { isOwnRule } from "@shardwatch/core/contract/incident/rules";
import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { channelsQuery } from "../../../../api/incidents/channels.ts";
import { queryClient } from "../../../../api/query-client.ts";
import { rulesQuery } from "../../../../api/incidents/rules.ts";
import { OwnOrganizationOnly } from "../../../../layout/OwnOrganizationOnly.tsx";
import { PageHeading } from "../../../../layout/frame/PageHeading.tsx";
import { paths } from "../../../../lib/address/paths.ts";
import { parameters } from "../../../../lib/address/urls.ts";
import { showSuccess } from "../../../../lib/browser/toasts.ts";
import { faultOf } from "../../../../lib/fault-of.ts";
import { browserZone } from "../../../../lib/time/zone.ts";
import { useChosenOrganization } from "../../../../session/chosen-organization.ts";
import { currentUserMay } from "../../../../session/session.ts";
import { buttonClass } from "../../../../ui/form/Button.tsx";
import { BackLink } from "../../../../ui/section/BackBar.tsx";
import { EmptyState } from "../../../../ui/state/EmptyState.tsx";
import { LoadFailure } from "../../../../ui/state/ErrorState.tsx";
import { Skeleton } from "../../../../ui/state/Skeleton.tsx";
import { useWhyNotRules } from "../use-why-not-rules.ts";
import { ReadRule } from "./ReadRule.tsx";
import { RuleForm } from "./RuleForm.tsx";
import { newValues, type RuleValues, valuesOf } from "./rule-values.ts";
import type { EditedRule } from "./use-rule-form.ts";
import { useKnown } from "../../../../filter/line/use-known.ts";

/** Starts loading the data while the page's code loads. */
export function loader() {
  if (currentUserMay("manageOrganization")) void queryClient.prefetchQuery(channelsQuery);
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../../../lib/address/only-for-another-page.ts";

/** The form of a rule, with what the rule finds beside it. */
function Editor({ edited, initial }: { edited: EditedRule | undefined; initial: RuleValues }) {
  const organization = useChosenOrganization();
  const navigate = useNavigate();
  const [first] = useState(initial);
  const rule = edited?.id;
  return (
    <RuleForm
      initial={first}
      edited={edited}
      known={useKnown(organization)}
      onSaved={(id) => {
        showSuccess(edited ? "Rule changed" : "Rule added");
        void navigate(paths.incidentRules(organization, id as EditedRule["id"]));
      }}
      onCancel={() => void navigate(paths.incidentRules(organization, rule))}
      organization={organization}
    />
  );
}

/** A rule that exists: the form for those who may change it, and all of it in words for others. */
function ExistingRule({ id, rule }: { id: string; rule: WatchingRule | undefined }) {
  const organization = useChosenOrganization();
  const why = useWhyNotRules();
  if (!rule?.own || !isOwnRule(id))
    return (
      <div className="panel">
        <EmptyState
          icon={SearchX}
          title="Rule not found"
          action={
            <Link to={paths.incidentRules(organization)} className={buttonClass()}>
              View all rules
            </Link>
          }
        >
          It doesn't exist, or it was deleted.
        </EmptyState>
      </div>
    );
  const { own } = rule;
  if (why !== undefined || own.managedBy) return <ReadRule rule={rule} own={own} why={why} />;
  return <Editor key={id} edited={{ id, own }} initial={valuesOf(own, browserZone().name)} />;
}

/** The page of a rule that an organization writes: a new one, or the one in the address. */
export function Component() {
  const { id } = useParams();
  const [query] = useSearchParams();
  const organization = useChosenOrganization();
  const rules = useQuery({ ...rulesQuery(organization), enabled: id !== undefined });
  const rule = rules.data?.rules.find((one) => one.id === id);
  const heading = id === undefined ? "New rule" : (rule?.name ?? "Rule");
  return (
    <>
      <BackLink to={paths.incidentRules(organization)}>rules</BackLink>
      <PageHeading heading={heading} within="Rules" />
      <OwnOrganizationOnly what="rules">
        {id === undefined ? (
          <Editor
            edited={undefined}
            initial={newValues(query.get(parameters.scope) ?? "", browserZone().name)}
          />
        ) : rules.data ? (
          <ExistingRule id={id} rule={rule} />
        ) : (
          <div className="panel grid h-56 content-start gap-3 p-4" aria-busy={!rules.isLoadingError}>
            {rules.isLoadingError ? (
              <LoadFailure query={rules} title="Unable to Load Rule" text={faultOf(rules.error)} />
            ) : (
              <Skeleton className="h-5 w-40" />
            )}
          </div>
        )}
      </OwnOrganizationOnly>
    </>
  );
}

import type { Incident } from "@shardwatch/core/contract/incident/incident";
import type { RuleList, WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useEffect, useMemo } from "react";
import { Link, type LoaderFunctionArgs, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { rulesQuery } from "../../../api/incidents/rules.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useOpenIncidents } from "../../../incidents/use-open-incidents.ts";
import { ChooseOrganization } from "../../../filter/ChooseOrganization.tsx";
import { PageHeading } from "../../../layout/frame/PageHeading.tsx";
import { paths } from "../../../lib/address/paths.ts";
import { faultOf } from "../../../lib/fault-of.ts";
import { currentUserMay, useMay } from "../../../session/session.ts";
import { buttonClass } from "../../../ui/form/Button.tsx";
import { RefreshButton } from "../../../ui/form/RefreshButton.tsx";
import { useDialog } from "../../../ui/popup/use-dialog.ts";
import { LoadFailure } from "../../../ui/state/ErrorState.tsx";
import { QuerySection } from "../../../ui/table/QueryTable.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { countsOf, split } from "../by-tab.ts";
import { IncidentTabs } from "../IncidentTabs.tsx";
import { readIncidentsView } from "../incidents-view.ts";
import { ruleColumns } from "./columns.tsx";
import { useWhyNotRules } from "./use-why-not-rules.ts";

/** Starts loading the data while the page's code loads. */
export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const choosesOrganization = currentUserMay("seeEveryOrganization");
  const { org } = readIncidentsView(searchParams, choosesOrganization);
  if (choosesOrganization && org === undefined) return null;
  void queryClient.prefetchQuery(rulesQuery(org));
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../../lib/address/only-for-another-page.ts";

/** Brings the rule of a link into view, once the rules are there. */
function useLinkedRule(isLoaded: boolean) {
  const { hash } = useLocation();
  useEffect(() => {
    const linked = isLoaded ? document.getElementById(hash.slice(1)) : null;
    linked?.scrollIntoView({ block: "center" });
    linked?.focus({ preventScroll: true });
  }, [isLoaded, hash]);
}

/** The rules that watch every deployment: when each opens an incident, how often it did, and which channels get it. */
export function Component() {
  const [query] = useSearchParams();
  const choosesOrganization = useMay("seeEveryOrganization");
  const view = useMemo(() => readIncidentsView(query, choosesOrganization), [query, choosesOrganization]);
  const isReady = !choosesOrganization || view.org !== undefined;
  const rules = useQuery({ ...rulesQuery(view.org), enabled: isReady });
  const { data: open } = useOpenIncidents(view.org, isReady);
  const byTab = useMemo(() => open && split(open.incidents), [open]);
  const why = useWhyNotRules();
  const { data, error, isRefetchError } = rules;
  useLinkedRule(data !== undefined);
  if (!isReady)
    return (
      <>
        <PageHeading heading="Rules" />
        <div className="panel">
          <ChooseOrganization what="rules" />
        </div>
      </>
    );
  return (
    <>
      <PageHeading
        heading="Rules"
        actions={
          <span className="flex flex-wrap items-center gap-2">
            <RefreshButton
              updatedAt={rules.dataUpdatedAt}
              onRefresh={rules.refetch}
              failed={isRefetchError ? { title: "Unable to load the rules", error } : undefined}
            />
            {why === undefined && <AddRule organization={view.org} />}
          </span>
        }
      >
        <Subtitle isPartial={data?.isPartial === true} />
      </PageHeading>
      <IncidentTabs view={view} current="rules" counts={byTab && countsOf(byTab)} />
      <RuleSections
        rules={rules}
        organization={view.org}
        mayChange={why === undefined}
        open={open?.incidents}
      />
    </>
  );
}

const AddRule = ({ organization }: { organization: string | undefined }) => (
  <Link to={paths.newIncidentRule(organization)} className={buttonClass({ emphasis: "primary" })}>
    <Plus aria-hidden className="size-3.5" />
    Add rule
  </Link>
);

interface RuleSectionsProps {
  rules: UseQueryResult<RuleList>;
  organization: string | undefined;
  mayChange: boolean;
  /** The open incidents; undefined until they are known. */
  open: readonly Pick<Incident, "rule">[] | undefined;
}

/** The rules of the organization, then the built-in ones. */
function RuleSections({ rules, organization, mayChange, open }: RuleSectionsProps) {
  const [dialog, openDialog] = useDialog();
  const navigate = useNavigate();
  const columns = useMemo(
    () =>
      ruleColumns(
        organization,
        mayChange
          ? {
              open: openDialog,
              onEdit: (id) => void navigate(paths.incidentRule(id, organization)),
              openOf: (id) => open?.filter(({ rule }) => rule === id).length ?? 0,
            }
          : undefined,
      ),
    [organization, mayChange, openDialog, navigate, open],
  );
  const list = rules.data?.rules;
  const shared = {
    query: rules,
    failure: "Unable to Load Rules",
    text: faultOf(rules.error),
    columns,
    rowKey: ({ id }: WatchingRule) => id,
  };
  // A failed load is said once.
  if (rules.isLoadingError)
    return (
      <div className="panel">
        <LoadFailure query={rules} title={shared.failure} text={shared.text} />
      </div>
    );
  return (
    <>
      <QuerySection
        {...shared}
        heading="Your rules"
        rows={list?.filter(({ own }) => own)}
        empty={<NoRules />}
      />
      <QuerySection {...shared} heading="Built-in rules" rows={list?.filter(({ own }) => !own)} />
      {dialog}
    </>
  );
}

/** What a rule is, in one line. */
const NoRules = () => (
  <p className="p-4 text-muted">
    A rule is a filter that opens an incident when a deployment matches it, such as{" "}
    <code className="font-mono text-sm">util&gt;80 policy:noeviction</code>.
  </p>
);

function Subtitle({ isPartial }: { isPartial: boolean }) {
  const manages = useMay("manageOrganization");
  return (
    <p className="max-w-prose text-muted">
      They watch every deployment from its first report on.
      {manages && (
        <>
          {" "}
          <Link to={paths.profileNotifications()} className={textLinkClass}>
            Channels
          </Link>{" "}
          decide who gets a message.
        </>
      )}
      {isPartial && " So many incidents opened that the numbers are at least these."}
    </p>
  );
}

import type { SourceState } from "@shardwatch/core/contract/source/state";
import { useQuery } from "@tanstack/react-query";
import { Plus, RadioTower } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Link, type LoaderFunctionArgs } from "react-router-dom";
import { queryClient } from "../../../api/query-client.ts";
import { sourcesQuery } from "../../../api/sources/sources.ts";
import { ChooseOrganization } from "../../../filter/ChooseOrganization.tsx";
import { ScopeName } from "../../../filter/ScopeName.tsx";
import { PageHeading } from "../../../layout/frame/PageHeading.tsx";
import { NoOrganization } from "../../../layout/NoOrganization.tsx";
import { choiceIn } from "../../../lib/address/choice.ts";
import { paths } from "../../../lib/address/paths.ts";
import { useLiveOptions } from "../../../lib/time/refresh-interval.ts";
import { useChosenOrganization, useKeep } from "../../../session/chosen-organization.ts";
import { currentUser, currentUserMay, useMay, useUser } from "../../../session/session.ts";
import { useSourceRights } from "../../../session/source-rights.ts";
import { sourceTabs } from "../../../sources/index.ts";
import { SetupCards } from "../../../sources/setup/SetupCards.tsx";
import { troubledFirst } from "../../../sources/SourceStateBadge.tsx";
import { buttonClass } from "../../../ui/form/Button.tsx";
import { LimitedButton } from "../../../ui/form/LimitedButton.tsx";
import { RefreshButton } from "../../../ui/form/RefreshButton.tsx";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { QuerySection } from "../../../ui/table/QueryTable.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { sourceColumns } from "./columns.tsx";
import { SourceFacts } from "./SourceFacts.tsx";

/** Starts loading the data while the page's code loads. */
export function loader({ request }: LoaderFunctionArgs) {
  const seesAll = currentUserMay("seeEveryOrganization");
  const organization = seesAll ? choiceIn(new URL(request.url).search) : undefined;
  if (organization !== undefined || (!seesAll && currentUser()?.organization))
    void queryClient.prefetchQuery(sourcesQuery(organization));
  return null;
}

/** Opens the steps that add a source; closed with its reason for people who may not. */
function AddSource() {
  const { create: whyNot } = useSourceRights();
  const content = (
    <>
      <Plus aria-hidden className="size-3.5" />
      Add a source
    </>
  );
  return whyNot === undefined ? (
    <Link to={paths.addSource()} className={buttonClass({ emphasis: "primary" })}>
      {content}
    </Link>
  ) : (
    <LimitedButton emphasis="primary" reason={whyNot}>
      {content}
    </LimitedButton>
  );
}

/** The places where sources are changed, by kind. */
function ManageLinks() {
  const keep = useKeep();
  return (
    <nav aria-label="Manage sources">
      <ul className="flex flex-wrap gap-x-4 text-sm">
        {sourceTabs().map(({ label, path }) => (
          <li key={path}>
            <Link to={keep(path)} className={textLinkClass}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface PageProps {
  refresh?: ReactNode;
  /** Whether the person's own organization is shown, which alone adds sources. */
  isOwn?: boolean;
  children: ReactNode;
}

function Page({ refresh, isOwn = false, children }: PageProps) {
  return (
    <>
      <PageHeading
        heading="Sources"
        actions={
          <div className="flex flex-wrap items-center gap-3">
            {refresh}
            {isOwn && <AddSource />}
          </div>
        }
      >
        <p className="text-muted">
          Agents and accounts that your deployments come from
          <ScopeName />
        </p>
      </PageHeading>
      {children}
    </>
  );
}

/** All agent keys and accounts of an organization, and whether they report. */
export function Component() {
  const user = useUser();
  const seesAll = useMay("seeEveryOrganization");
  const organization = useChosenOrganization();
  const own = user?.organization?.id;
  if (seesAll && organization === undefined)
    return (
      <Page>
        <div className="panel">
          <ChooseOrganization what="its sources" />
        </div>
      </Page>
    );
  if (!seesAll && own === undefined)
    return (
      <Page>
        <NoOrganization>Sources belong to an organization.</NoOrganization>
      </Page>
    );
  return <SourcesOf organization={organization} isOwn={!seesAll || organization === own} />;
}

const failure = "Unable to load sources";

const detailsFor = (isOwn: boolean) => ({
  label: ({ name }: SourceState) => `Details of ${name}`,
  content: (source: SourceState) => <SourceFacts source={source} isOwn={isOwn} />,
});

function SourcesOf({ organization, isOwn }: { organization: string | undefined; isOwn: boolean }) {
  const query = useQuery({ ...sourcesQuery(organization), ...useLiveOptions() });
  const { data, dataUpdatedAt, refetch, isRefetchError, error } = query;
  const rows = useMemo(() => data && troubledFirst(data), [data]);
  const columns = useMemo(() => sourceColumns(isOwn), [isOwn]);
  const details = useMemo(() => detailsFor(isOwn), [isOwn]);
  const failed = isRefetchError ? { title: failure, error } : undefined;
  return (
    <Page
      isOwn={isOwn}
      refresh={<RefreshButton updatedAt={dataUpdatedAt} onRefresh={refetch} failed={failed} />}
    >
      <QuerySection
        heading="All sources"
        query={query}
        failure={failure}
        columns={columns}
        rows={rows}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        details={details}
        action={isOwn && <ManageLinks />}
        empty={
          <>
            <EmptyState icon={RadioTower} title="No sources yet">
              Add an agent or connect an account, and its deployments appear here.
            </EmptyState>
            {isOwn && <SetupCards />}
          </>
        }
      />
    </Page>
  );
}

import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Building2, type LucideIcon, Users } from "lucide-react";
import { Link } from "react-router-dom";
import { accountsQuery } from "../../api/people/accounts.ts";
import { countedOrganizationsQuery } from "../../api/people/organizations.ts";
import { queryClient } from "../../api/query-client.ts";
import { PageHeading } from "../../layout/frame/PageHeading.tsx";
import { paths } from "../../lib/address/paths.ts";
import { Skeleton } from "../../ui/state/Skeleton.tsx";
import { counted } from "../../lib/words/count.ts";
import { Tenants } from "./Tenants.tsx";

/** Starts loading the data while the page's code loads. */
export function loader() {
  void queryClient.prefetchQuery(accountsQuery());
  void queryClient.prefetchQuery(countedOrganizationsQuery);
  return null;
}

interface AreaProps {
  to: string;
  title: string;
  icon: LucideIcon;
  query: { data: readonly unknown[] | undefined; isError: boolean };
  /** What it counts: "account". */
  noun: string;
}

function Area({ to, title, icon: Icon, query: { data, isError }, noun }: AreaProps) {
  return (
    <li className="panel relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-4 p-4 hover:bg-hover">
      <span className="grid size-10 place-items-center rounded-lg border border-line bg-sunken text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="grid gap-0.5">
        <Link to={to} className="justify-self-start rounded-sm font-semibold after:absolute after:inset-0">
          {title}
        </Link>
        <span className="figures min-h-5 text-sm text-muted">
          {data ? (
            counted(data.length, noun)
          ) : isError ? (
            "Couldn't load the count"
          ) : (
            <Skeleton className="mt-1 h-3.5 w-24" />
          )}
        </span>
      </span>
      <ArrowRight aria-hidden className="size-4 text-muted" />
    </li>
  );
}

/** The start page of super admins. */
export function Component() {
  const accounts = useQuery(accountsQuery());
  const organizations = useQuery(countedOrganizationsQuery);
  return (
    <>
      <PageHeading heading="Admin">
        <p className="text-muted">You can see and change every account and organization.</p>
      </PageHeading>
      <ul className="grid gap-3 md:grid-cols-2">
        <Area
          to={paths.adminAccounts()}
          title="Manage Accounts"
          icon={Users}
          query={accounts}
          noun="account"
        />
        <Area
          to={paths.adminOrganizations()}
          title="Manage Organizations"
          icon={Building2}
          query={organizations}
          noun="organization"
        />
      </ul>
      <Tenants />
    </>
  );
}

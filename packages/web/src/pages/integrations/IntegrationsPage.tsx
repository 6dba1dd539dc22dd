import { Plus } from "lucide-react";
import { Link, Outlet } from "react-router-dom";
import { OwnOrganizationOnly } from "../../layout/OwnOrganizationOnly.tsx";
import { PageHeading } from "../../layout/frame/PageHeading.tsx";
import { paths } from "../../lib/address/paths.ts";
import { useKeep } from "../../session/chosen-organization.ts";
import { useShowsOwn } from "../../session/shows-own.ts";
import { sourceTabs } from "../../sources/index.ts";
import { buttonClass } from "../../ui/form/Button.tsx";
import { BackLink } from "../../ui/section/BackBar.tsx";
import { TabLinks } from "../../ui/section/TabLinks.tsx";

/** The layout of the integrations' tabs. */
export function Component() {
  const keep = useKeep();
  const showsOwn = useShowsOwn();
  return (
    <>
      <BackLink to={keep(paths.sources())}>Sources</BackLink>
      <PageHeading
        heading="Integrations"
        actions={
          showsOwn && (
            <Link to={paths.addSource()} className={buttonClass()}>
              <Plus aria-hidden className="size-3.5" />
              Add a source
            </Link>
          )
        }
      >
        <p className="text-muted">Configure API keys and integrations for enhanced Redis monitoring</p>
      </PageHeading>
      <OwnOrganizationOnly what="sources" isInOverview>
        <TabLinks label="Integrations" tabs={sourceTabs().map((tab) => ({ ...tab, path: keep(tab.path) }))} />
        <Outlet />
      </OwnOrganizationOnly>
    </>
  );
}

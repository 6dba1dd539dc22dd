import { Outlet } from "react-router-dom";
import { PageHeading } from "../../layout/PageHeading.tsx";
import { sourceTabs } from "../../sources/kinds.ts";
import { TabLinks } from "../../ui/TabLinks.tsx";

/** The layout of the integrations' tabs. */
export function Component() {
  return (
    <>
      <PageHeading heading="Integrations">
        <p className="text-muted">Configure API keys and integrations for enhanced Redis monitoring</p>
      </PageHeading>
      <TabLinks label="Integrations" tabs={sourceTabs()} />
      <Outlet />
    </>
  );
}

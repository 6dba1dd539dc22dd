import { ArrowRight } from "lucide-react";
import { Link } from "react-router-dom";
import { PageHeading } from "../../layout/PageHeading.tsx";
import { paths } from "../../lib/paths.ts";

/** Where super admins start. */
export function Component() {
  return (
    <>
      <PageHeading heading="Admin">
        <p className="text-muted">You can see the deployments of every organization.</p>
      </PageHeading>
      <Link
        to={paths.deployments()}
        className="flex max-w-sm items-center justify-between rounded-lg border border-line bg-surface p-4 shadow-card hover:bg-hover"
      >
        <span className="font-medium">View deployments</span>
        <ArrowRight aria-hidden className="size-4 text-muted" />
      </Link>
    </>
  );
}

import { formatFilter } from "@shardwatch/core/contract/filter/format";
import { Link } from "react-router-dom";
import { paths } from "../../lib/address/paths.ts";
import { config } from "../../lib/settings/config.ts";
import { useKeep } from "../../session/chosen-organization.ts";
import { useMay } from "../../session/session.ts";
import { useShowsOwn } from "../../session/shows-own.ts";
import { Dialog } from "../../ui/popup/Dialog.tsx";
import { CodeBlock } from "../../ui/text/CodeBlock.tsx";
import { textLinkClass } from "../../ui/text/TextLink.tsx";
import type { ListView } from "../list-view.ts";
import type { ViewedList } from "../views/viewed-list.ts";
import { apiCall, viewCommand } from "./jobs.ts";
import { MetricsJob, TargetsJob } from "./JobBlocks.tsx";

interface ProgramDialogProps {
  list: ViewedList;
  view: ListView<string>;
  onClose: () => void;
}

/** Where tokens come from. A token is of one organization, and its managers create it. */
function WhereTokensAre() {
  const keep = useKeep();
  const manages = useMay("manageOrganization");
  const isOwn = useShowsOwn();
  if (!manages || !isOwn) return "Ask an admin of the organization for one.";
  return (
    <>
      Create one under{" "}
      <Link to={keep(paths.profilePrograms())} className={textLinkClass}>
        Settings, Programs
      </Link>
      .
    </>
  );
}

/** A view for programs: a call of the API, and a job of Prometheus. Both ask with the filter of the view. */
export default function ProgramDialog({ list, view, onClose }: ProgramDialogProps) {
  const query = formatFilter(view.filter);
  const isOfDeployments = list.name === "deployments";
  const isOwn = useShowsOwn();
  return (
    <Dialog title="Use this view in programs" onClose={onClose}>
      <div className="grid auto-rows-max gap-4 overflow-y-auto p-4">
        <p className="max-w-prose">
          {isOwn && (
            <>
              The command asks as you, after <code>shardwatch login</code>.{" "}
            </>
          )}
          {isOwn ? "Other programs" : "Programs"} need a token with the scope Read.
          {isOfDeployments && " For Prometheus alone, Metrics is enough."} <WhereTokensAre />
        </p>
        {isOwn && <CodeBlock title="Command" code={viewCommand(list, view)} />}
        <CodeBlock title="API call" code={apiCall(`${config().apiUrl}${list.apiPath(view)}`)} />
        {isOfDeployments ? <MetricsJob query={query} /> : <TargetsJob query={query} />}
        {isOfDeployments && query !== "" && (
          <p className="max-w-prose text-sm text-muted">
            A deployment has figures as long as it matches. Use this job in place of one for all deployments,
            which has the same name.
          </p>
        )}
      </div>
    </Dialog>
  );
}

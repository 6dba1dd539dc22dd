import type { ReactNode } from "react";
import { CodeBlock } from "../../ui/text/CodeBlock.tsx";
import { PermissionSteps } from "./PermissionSteps.tsx";
import { enterpriseCommands, enterpriseEntry } from "./snippets.ts";

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-3">
      <h4 className="font-medium text-ink">{title}</h4>
      {children}
    </div>
  );
}

/** How to create a user for the agent, on each kind of server. */
export function CredentialsSteps() {
  return (
    <div className="grid gap-8 text-muted">
      <p>Create a read-only user for the agent.</p>
      <Way title="Open-source Redis and Valkey: ACL commands">
        <PermissionSteps />
      </Way>
      <Way title="Redis Enterprise: REST API">
        <p>
          Create a user with the Cluster Viewer role. It can read the cluster, its databases and its license,
          but no data. Only a cluster administrator can create it.
        </p>
        <CodeBlock title="Create the user with the REST API" code={enterpriseCommands} />
        <p>
          If the cluster has no such role, create one with POST /v1/roles with "management": "cluster_viewer".
          If the API answers 501 (no RBAC), send "role": "cluster_viewer" instead of role_uids.
        </p>
      </Way>
      <Way title="Redis Enterprise: admin UI">
        <ol className="ml-5 grid list-decimal gap-1">
          <li>
            Open Access Control, then Roles, and look for a role whose cluster management role is Cluster
            Viewer.
          </li>
          <li>If there is none, add one with Cluster Viewer and no database access.</li>
          <li>Open Users, and add a user with an email, a password and that role.</li>
          <li>Add the email and password to agent.yaml.</li>
        </ol>
        <p>Either way, add the cluster to the deployments in agent.yaml:</p>
        <CodeBlock title="A Redis Enterprise cluster in agent.yaml" code={enterpriseEntry} />
      </Way>
    </div>
  );
}

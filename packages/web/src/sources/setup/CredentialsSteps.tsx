import type { ReactNode } from "react";
import { CodeBlock } from "../../ui/CodeBlock.tsx";
import { clusterAccess, enterpriseCommands, enterpriseEntry, fullAccess, leastAccess } from "./snippets.ts";

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
      <p>
        The agent only reads, and needs a user of its own. Its read-only access is: info, ping, config get,
        client list, memory, latency.
      </p>
      <Way title="Open-source Redis and Valkey: ACL commands">
        <p>
          Run this with redis-cli on each server, with a password of your own. It permits these commands and
          nothing else: no keys, no writes, no change of the configuration.
        </p>
        <CodeBlock title="Create the user" code={fullAccess} />
        <p>
          Today&apos;s reports are made from info and ping alone, so a smaller set is enough. What the agent
          may not run, it leaves out.
        </p>
        <CodeBlock title="Or: the smallest set that is enough" code={leastAccess} />
        <p>
          A cluster is found from one of its nodes. Users are not copied between nodes: run both lines on
          each.
        </p>
        <CodeBlock title="In addition, for a Redis Cluster" code={clusterAccess} />
        <p>
          Keep the user with ACL SAVE, or CONFIG REWRITE where there is no ACL file. On Redis 6.0 leave out
          resetchannels. Before Redis 6 there are no users: the agent takes the password alone.
        </p>
      </Way>
      <Way title="Redis Enterprise: REST API">
        <p>
          Create a user with the role Cluster Viewer, which reads the state of the cluster, its databases and
          its license, and no data. Only an administrator of the cluster can create it.
        </p>
        <CodeBlock title="Create the user by the REST API" code={enterpriseCommands} />
        <p>
          If the cluster has no such role, create one with POST /v1/roles and the management
          &quot;cluster_viewer&quot;. A cluster without roles (501) takes &quot;role&quot;:
          &quot;cluster_viewer&quot; in place of role_uids.
        </p>
      </Way>
      <Way title="Redis Enterprise: admin UI">
        <ol className="ml-5 grid list-decimal gap-1">
          <li>
            Open Access Control, then Roles, and look for a role with the management role Cluster Viewer.
          </li>
          <li>If there is none, add a role with Cluster Viewer and without access to databases.</li>
          <li>Open Users, add a user with an email and a password, and give it that role.</li>
          <li>Write the email and the password into the agent&apos;s configuration.</li>
        </ol>
        <p>Either way, add the cluster to the deployments in agent.yaml:</p>
        <CodeBlock title="A Redis Enterprise cluster in agent.yaml" code={enterpriseEntry} />
      </Way>
    </div>
  );
}

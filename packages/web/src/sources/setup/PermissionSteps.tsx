import { CodeBlock } from "../../ui/text/CodeBlock.tsx";
import { Fold } from "../../ui/section/Fold.tsx";
import { clusterAccess, fullAccess, leastAccess, optionalCommands } from "./snippets.ts";

/** The optional commands: what each adds, and what it exposes to the agent. */
function OptionalCommands() {
  return (
    <ul className="ml-5 grid list-disc gap-1">
      {optionalCommands.map(({ command, adds, exposes }) => (
        <li key={command}>
          <code className="font-mono text-sm text-ink">{command}</code>: {adds} It exposes {exposes}.
        </li>
      ))}
    </ul>
  );
}

/** The ACL commands that create the agent's user on open-source Redis and Valkey, the smallest set first. */
export function PermissionSteps() {
  return (
    <div className="grid min-w-0 gap-3 text-muted">
      <p>
        INFO and PING are enough for every figure that Shardwatch shows of a server. Run this with redis-cli
        on each server, and choose a password. The user can&rsquo;t read keys, write data or change the
        configuration.
      </p>
      <CodeBlock title="Minimal permissions (recommended)" code={leastAccess} />
      <p>
        The agent discovers a cluster from any of its nodes, with two more commands. ACL users aren&rsquo;t
        replicated, so run the ACL commands on every node.
      </p>
      <CodeBlock title="Also for a Redis Cluster" code={clusterAccess} />
      <Fold title="Optional: the longer list of commands">
        <p>
          Read-only access to: info, ping, config get, client list, memory, latency. The agent skips what it
          isn&rsquo;t allowed to run.
        </p>
        <OptionalCommands />
        <CodeBlock title="Create the user" code={fullAccess} />
      </Fold>
      <p>
        Persist the user with ACL SAVE, or with CONFIG REWRITE if you don&rsquo;t use an ACL file. On Redis
        6.0, omit resetchannels. On Redis 5 and older, set only the password.
      </p>
    </div>
  );
}

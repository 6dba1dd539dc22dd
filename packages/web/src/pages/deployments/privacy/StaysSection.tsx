import { type DeploymentSource, isRead } from "@shardwatch/core/contract/source/source";
import { CodeBlock } from "../../../ui/text/CodeBlock.tsx";
import { Section } from "../../../ui/section/Section.tsx";

const stays: Record<"host" | "account", readonly string[]> = {
  host: [
    "Keys and values of your data",
    "Names and addresses of clients",
    "Names and passwords of users",
    "The name of the host, unless the agent's configuration tells it; the names of its files",
    "Addresses of servers, unless the agent's configuration tells them. Of Redis Enterprise, the address of the administration is in the report",
  ],
  account: [
    "Keys and values of your data: no connection to a database is made",
    "Names and addresses of clients",
    "Passwords of databases and users",
  ],
};

/** What is never read or never leaves, and how to see it on the host. */
export function StaysSection({ source }: { source: DeploymentSource }) {
  const isAgent = !isRead(source);
  return (
    <Section heading={isAgent ? "What never leaves the host" : "What is never read"}>
      <div className="grid gap-4 p-4">
        <ul className="grid list-disc gap-1 pl-5">
          {stays[isAgent ? "host" : "account"].map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
        {isAgent && (
          <>
            <p className="max-w-prose">
              Compare it on the agent's host. This prints the whole report and sends nothing:
            </p>
            <CodeBlock
              title="Print the report"
              code="./shardwatch-agent once --config agent.yaml --print-only"
            />
          </>
        )}
      </div>
    </Section>
  );
}

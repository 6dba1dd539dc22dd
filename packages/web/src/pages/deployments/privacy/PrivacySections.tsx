import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { isRead, type DeploymentSource } from "@shardwatch/core/contract/source/source";
import { detailsOf } from "../../../sources/details.ts";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { derivedFields, fieldGroups, notKept } from "./fields.ts";
import { CommandsSection } from "./CommandsSection.tsx";
import { FieldTable, FoldedFieldTable } from "./FieldTable.tsx";
import { useState } from "react";
import { counted } from "../../../lib/words/count.ts";
import { Button } from "../../../ui/form/Button.tsx";
import type { FieldGroup } from "./fields.ts";
import { nounOf } from "../../../sources/index.ts";
import { Fact, Facts } from "../../../ui/text/Facts.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { CodeBlock } from "../../../ui/text/CodeBlock.tsx";

const stays: Record<"host" | "account", readonly string[]> = {
  host: [
    "Keys and values of your data",
    "Names and addresses of clients",
    "Names and passwords of users",
    "The host's name, unless it is set in the agent's configuration, and the names of its files",
    "Addresses of servers, unless they are set in the agent's configuration. A report of Redis Enterprise has the address of its admin page",
  ],
  account: [
    "Keys and values of your data: no connection to a database is made",
    "Names and addresses of clients",
    "Passwords of databases and users",
  ],
};

/** What is never read or never leaves, and how to see it on the host. */
function StaysSection({ source }: { source: DeploymentSource }) {
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

/** When and by whom the deployment was reported last. */
function LastReportSection({ deployment }: { deployment: Deployment }) {
  const { report, source, feeds, via = "", lastUpdated } = deployment;
  const reporter = feeds.find(({ id }) => id === via.split("/")[0]);
  const isAgent = !isRead(source);
  return (
    <Section heading={isAgent ? "Last report" : "Last sync"}>
      <div className="grid gap-4 p-4">
        {!report && (
          <p className="max-w-prose text-warn">
            Its source is gone, and nothing reports it. Below is what is kept of the last report.
          </p>
        )}
        {report && !report.complete && (
          <p className="max-w-prose text-warn">
            The last report had no databases, because they could not be read. Those below are of an earlier
            report.
          </p>
        )}
        <Facts>
          <Fact name="Received">
            <TimeAgo date={report?.receivedAt ?? lastUpdated} />
          </Fact>
          <Fact name={nounOf(source)}>{reporter?.name}</Fact>
          {isAgent && (
            <>
              <Fact name="Agent" mono>
                {report?.agent?.name ?? report?.agent?.id}
              </Fact>
              <Fact name="Agent version" mono>
                {report?.agent?.version}
              </Fact>
            </>
          )}
        </Facts>
      </div>
    </Section>
  );
}

/** As many as one reads. A deployment may have thousands of databases, all with the same fields. */
const first = 5;

/** The fields of the last report, one table for each of its parts. */
function FieldGroups({ groups }: { groups: readonly FieldGroup[] }) {
  const [shown, setShown] = useState(first);
  const rest = groups.slice(shown);
  const next = Math.min(rest.length, 20);
  const noun = rest.every(({ title }) => title.startsWith("Database ")) ? "database" : "part";
  return (
    <>
      {groups.slice(0, shown).map(({ title, fields }, index) => (
        <FieldTable key={`${index} ${title}`} heading={title} headers={["Field", "Value"]} fields={fields} />
      ))}
      {next > 0 && (
        <div>
          <Button onClick={() => setShown(shown + 20)}>
            Show {next < rest.length && `${next} of `}
            {counted(rest.length, `more ${noun}`)}
          </Button>
        </div>
      )}
    </>
  );
}

/** The parts of the privacy page, by the kind of source. */
export function PrivacySections({ deployment }: { deployment: Deployment }) {
  const { source } = deployment;
  const { calls } = detailsOf(source);
  return (
    <>
      <LastReportSection deployment={deployment} />
      {calls === null ? (
        <Section heading="What is read">
          <EmptyState title="Unknown to this release">
            Only a later release of Shardwatch knows this source. That release shows which calls it makes, and
            what it never reads. This one makes none.
          </EmptyState>
        </Section>
      ) : (
        <>
          {isRead(source) ? (
            <FieldTable heading="API calls" headers={["Call", "What it gives"]} fields={calls} />
          ) : (
            <CommandsSection deployment={deployment} />
          )}
          <StaysSection source={source} />
        </>
      )}
      <FieldGroups groups={fieldGroups(deployment)} />
      {!isRead(source) && (
        <FoldedFieldTable
          heading="Received, not stored as is"
          headers={["Field", "What happens to it"]}
          fields={notKept}
        />
      )}
      <FoldedFieldTable
        heading="Derived by Shardwatch"
        headers={["Field", "Value", "From"]}
        fields={derivedFields(deployment)}
      />
    </>
  );
}

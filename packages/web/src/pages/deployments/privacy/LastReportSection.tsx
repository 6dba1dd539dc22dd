import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { isRead } from "@shardwatch/core/contract/source/source";
import { nounOf } from "../../../sources/index.ts";
import { Fact, Facts } from "../../../ui/text/Facts.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";

/** When and by whom the deployment was reported last. */
export function LastReportSection({ deployment }: { deployment: Deployment }) {
  const { report, source, feeds, via = "", lastUpdated } = deployment;
  const reporter = feeds.find(({ id }) => id === via.split("/")[0]);
  const isAgent = !isRead(source);
  return (
    <Section heading={isAgent ? "Last report" : "Last reading"}>
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

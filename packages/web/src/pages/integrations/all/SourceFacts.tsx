import type { SourceState } from "@shardwatch/core/contract/source/state";
import { useQuery } from "@tanstack/react-query";
import { accessKeyQuery } from "../../../api/sources/access-keys.ts";
import { describeError } from "../../../lib/errors.ts";
import { Problem } from "../../../ui/state/Problem.tsx";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { Fact, Facts } from "../../../ui/text/Facts.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { AgentList } from "../agent-keys/AgentList.tsx";
import { foundWords } from "./columns.tsx";

interface SourceFactsProps {
  source: SourceState;
  /** Whether it is of the person's own organization. The API has the agents of no other. */
  isOwn: boolean;
}

/** The agents of a key, or the last and the next reading of an account. The times are stops of the Tab key here. */
export function SourceFacts({ source, isOwn }: SourceFactsProps) {
  const { id, lastReadAt, lastDataAt, nextReadAt, calls, agents } = source;
  if (agents && isOwn) return <AgentsOf keyId={id} />;
  return (
    <Facts>
      <Fact name={agents ? "Last report" : "Last sync"}>{lastReadAt && <TimeAgo date={lastReadAt} />}</Fact>
      {!agents && (
        <>
          <Fact name="Last data">{lastDataAt && <TimeAgo date={lastDataAt} />}</Fact>
          <Fact name="Next sync">{nextReadAt ? <TimeAgo date={nextReadAt} /> : "now"}</Fact>
        </>
      )}
      <Fact name="Found">{foundWords(source).join(" ")}</Fact>
      {calls && (
        <Fact name="Calls used">
          {calls.used} of {calls.budget}
        </Fact>
      )}
    </Facts>
  );
}

function AgentsOf({ keyId }: { keyId: string }) {
  const { data, error } = useQuery(accessKeyQuery(keyId));
  if (data) return <AgentList {...data} />;
  if (error) return <Problem problem={describeError(error, "Unable to load the agents")} />;
  return <Skeleton className="h-4 w-72 max-w-full" />;
}

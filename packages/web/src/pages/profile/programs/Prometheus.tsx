import { useQuery } from "@tanstack/react-query";
import { metricPartsQuery } from "../../../api/fleet/metrics.ts";
import { tokensQuery } from "../../../api/people/tokens.ts";
import { MetricsJob, TargetsJob } from "../../../filter/programs/JobBlocks.tsx";
import { describeError } from "../../../lib/errors.ts";
import { useLiveOptions } from "../../../lib/time/refresh-interval.ts";
import { useOverTime } from "../../../lib/time/ticker.ts";
import { counted } from "../../../lib/words/count.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { Fold } from "../../../ui/section/Fold.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { Problem } from "../../../ui/state/Problem.tsx";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { mayScrape } from "./token-texts.ts";

/** How many parts the job finds. The job itself needs no number. */
function Parts({ organization }: { organization: string }) {
  const { data, error, isLoadingError, refetch } = useQuery(metricPartsQuery(organization));
  if (isLoadingError)
    return (
      <div className="grid justify-items-start gap-3">
        <Problem problem={describeError(error, "Failed to count the parts")} />
        <Button onClick={() => void refetch()}>Retry</Button>
      </div>
    );
  if (data === undefined) return <Skeleton className="my-0.5 h-4 w-72 max-w-full" />;
  return (
    <p className="max-w-prose text-muted">
      It finds <strong className="font-medium text-ink">{counted(data, "part")}</strong> now, and more by
      itself when the fleet grows.
    </p>
  );
}

/** Says when no token works for the job. While the tokens load, and after a failure, nothing is said. */
function MissingToken() {
  const { data } = useQuery({ ...tokensQuery, ...useLiveOptions() });
  const isMissing = useOverTime((now) => data !== undefined && !data.some((each) => mayScrape(each, now)));
  return isMissing && " There's none yet: create one above.";
}

/** What Prometheus needs to scrape the organization's figures, and its databases by a redis_exporter. */
export function Prometheus({ organization }: { organization: string }) {
  return (
    <Section heading="Prometheus">
      <div className="grid gap-4 p-4">
        <p className="max-w-prose">
          One job scrapes the figures of all deployments. It reads a token with the scope Metrics from the
          file that it names.
          <MissingToken />
        </p>
        <MetricsJob />
        <Parts organization={organization} />
        <p className="max-w-prose text-muted">
          Rules for alerts and a dashboard for Grafana come with Shardwatch, in deploy/prometheus.
        </p>
        <Fold title="Targets for redis_exporter">
          <p className="max-w-prose">
            Your databases as targets, for figures that Shardwatch doesn't have. This job needs a token with
            the scope Read.
          </p>
          <TargetsJob />
        </Fold>
      </div>
    </Section>
  );
}

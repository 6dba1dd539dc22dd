import { config } from "../../lib/settings/config.ts";
import { CodeBlock } from "../../ui/text/CodeBlock.tsx";
import { metricsJob, targetsJob } from "./jobs.ts";

/** The filter that a job follows, as a query string without "?"; left out for everything. */
interface JobProps {
  query?: string;
}

/** The job of Prometheus for the figures of deployments. */
export function MetricsJob({ query }: JobProps) {
  return <CodeBlock title="Prometheus job" code={metricsJob(config().apiUrl, query)} />;
}

/** The job for a redis_exporter, and what its passwords need. */
export function TargetsJob({ query }: JobProps) {
  return (
    <>
      <CodeBlock title="Target list for redis_exporter" code={targetsJob(config().apiUrl, query)} />
      <p className="max-w-prose text-sm text-muted">
        Replace redis-exporter.example with the address of your exporter. Give the exporter a password for
        each address, and never one for all: it would send that one to any host that an agent names.
      </p>
    </>
  );
}

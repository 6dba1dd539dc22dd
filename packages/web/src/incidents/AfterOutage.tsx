import { EarOff } from "lucide-react";
import { shortTime } from "../lib/time/short-time.ts";

interface AfterOutageProps {
  /** A time as the API has it; undefined while every report arrives. */
  until: string | undefined;
  className?: string;
}

/** Says after an outage of this service that silence is not noticed yet. Nothing otherwise. */
export function AfterOutage({ until, className = "" }: AfterOutageProps) {
  if (until === undefined) return null;
  return (
    <p role="status" className={`flex items-baseline gap-2 text-sm ${className}`}>
      <EarOff aria-hidden className="size-3.5 shrink-0 self-center text-muted" />
      <span>
        No report could reach Shardwatch for a while. Deployments that stopped reporting are noticed again
        from <time dateTime={until}>{shortTime(until)}</time>.
      </span>
    </p>
  );
}

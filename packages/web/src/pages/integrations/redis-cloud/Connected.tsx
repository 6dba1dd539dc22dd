import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import type { RedisCloud } from "@shardwatch/core/contract/source/redis-cloud";
import { redisCloudsQuery } from "../../../api/sources/redis-cloud.ts";
import { paths } from "../../../lib/address/paths.ts";
import { Button, buttonClass } from "../../../ui/form/Button.tsx";
import { ForeignName } from "../../../ui/text/Foreign.tsx";
import { ReadingSteps } from "../ReadingSteps.tsx";
import { foundText } from "./columns.tsx";

interface ConnectedProps {
  connected: RedisCloud;
  onDone: () => void;
}

/** Confirms a new connection, and shows the result of its first reading. */
export function Connected({ connected, onDone }: ConnectedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = useQuery(redisCloudsQuery);
  const { status, found, lastError, steps, progress, lastSyncAt } =
    data?.find(({ id }) => id === connected.id) ?? connected;
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-3 border-b border-line p-4">
      <h3 ref={heading} tabIndex={-1} className="flex items-center gap-2 font-semibold">
        <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
        Redis Cloud account connected
      </h3>
      <p>
        The deployments of <ForeignName>{connected.name}</ForeignName> appear within 5 minutes.
      </p>
      <p role="status" className="text-muted">
        {status === "pending" ? "Syncing…" : found ? `Found: ${foundText(found)}.` : (lastError ?? "")}
      </p>
      <ReadingSteps steps={steps} progress={progress} busy={lastSyncAt === null} />
      <div className="flex flex-wrap gap-2">
        <Button emphasis="primary" onClick={onDone}>
          Done
        </Button>
        {found && (
          <Link to={paths.deployments()} className={buttonClass()}>
            Show deployments
          </Link>
        )}
      </div>
    </div>
  );
}

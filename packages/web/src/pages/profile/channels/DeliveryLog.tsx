import type { LoggedDelivery } from "@shardwatch/core/contract/channel/delivery";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deliveriesQuery, retryDelivery } from "../../../api/incidents/channels.ts";
import { showError } from "../../../lib/browser/toasts.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { LoadFailure } from "../../../ui/state/ErrorState.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { Answer } from "./Answer.tsx";
import { eventTexts, outcomeOf } from "./channel-texts.ts";

/** What was sent to a channel lately, newest first. */
export function DeliveryLog({ channelId, kind }: { channelId: string; kind: string }) {
  const query = useQuery(deliveriesQuery(channelId));
  const { data, isLoadingError } = query;
  if (isLoadingError)
    return <LoadFailure title="Failed to load the log" query={query} advice="Please try again later." />;
  if (!data) return <Skeleton className="h-8 w-64 max-w-full" />;
  if (data.length === 0) return <p className="text-muted">Nothing was sent within 30 days.</p>;
  return (
    <ul className="grid gap-2" aria-label="What was sent, newest first">
      {data.map((delivery) => (
        <Logged key={delivery.id} channelId={channelId} kind={kind} delivery={delivery} />
      ))}
    </ul>
  );
}

interface LoggedProps {
  channelId: string;
  kind: string;
  delivery: LoggedDelivery;
}

function Logged({ channelId, kind, delivery }: LoggedProps) {
  const { id, type, title, createdAt, state, attempts } = delivery;
  const [busy, setBusy] = useState(false);
  const outcome = outcomeOf(delivery);
  async function retry() {
    setBusy(true);
    try {
      await retryDelivery(channelId, id);
    } catch (error) {
      showError("Failed to send it again", error);
    }
    setBusy(false);
  }
  return (
    <li className="grid gap-1 border-b border-line pb-2 last:border-0">
      <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <TimeAgo date={createdAt} />
        <span className="font-medium">{eventTexts[type]}</span>
        {type !== "test.ping" && (
          <span className="min-w-0 wrap-anywhere">
            <Foreign>{title}</Foreign>
          </span>
        )}
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className={outcome.isBad ? "text-bad" : "text-muted"}>
          {outcome.text}
          {attempts.length > 1 && ` (${attempts.length} attempts)`}.
        </span>
        {(state === "dead" || (state === "queued" && attempts.length > 0)) && (
          <Button emphasis="quiet" aria-disabled={busy || undefined} onClick={() => void retry()}>
            Retry <span className="sr-only">{title}</span>
          </Button>
        )}
      </span>
      <Answer kind={kind} delivery={delivery} className="text-muted" />
    </li>
  );
}

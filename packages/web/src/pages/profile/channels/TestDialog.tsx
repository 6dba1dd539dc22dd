import type { Channel } from "@shardwatch/core/contract/channel/channel";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { deliveriesQuery, reloadChannels } from "../../../api/incidents/channels.ts";
import { useOverTime } from "../../../lib/time/ticker.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { Dialog } from "../../../ui/popup/Dialog.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { Answer } from "./Answer.tsx";
import { outcomeOf } from "./channel-texts.ts";

/** How often the log is asked for the outcome, and how long, in milliseconds. */
const poll = { every: 1_000, for: 30_000 };

export interface SentTest {
  channel: Channel;
  deliveryId: string;
}

/** Waits for the outcome of a test, and shows it. */
export function TestDialog({ test, onClose }: { test: SentTest; onClose: () => void }) {
  const { channel, deliveryId } = test;
  const [end] = useState(() => Date.now() + poll.for);
  const isLate = useOverTime((now) => now >= end);
  const { data } = useQuery({
    ...deliveriesQuery(channel.id),
    refetchInterval: ({ state }) => {
      const found = state.data?.find(({ id }) => id === deliveryId);
      const isOver = found !== undefined && (found.state !== "queued" || found.attempts.length > 0);
      return isOver || Date.now() >= end ? false : poll.every;
    },
  });
  const delivery = data?.find(({ id }) => id === deliveryId);
  const wasAttempted =
    delivery !== undefined && (delivery.state !== "queued" || delivery.attempts.length > 0);
  useEffect(() => {
    if (wasAttempted) void reloadChannels();
  }, [wasAttempted]);
  const outcome = wasAttempted ? outcomeOf(delivery) : undefined;
  return (
    <Dialog title="Test result" onClose={onClose}>
      <div className="grid gap-3 p-4">
        <p className="font-medium wrap-anywhere">
          <Foreign>{channel.name}</Foreign>
        </p>
        <p role="status" className={outcome?.isBad ? "text-bad" : ""}>
          {outcome
            ? `${outcome.text}.`
            : isLate
              ? "No result yet. The channel's log will show it."
              : "Sending a test…"}
        </p>
        {wasAttempted && (
          <Answer kind={channel.kind} delivery={delivery} className="rounded-md bg-sunken p-2" />
        )}
      </div>
      <div className="flex justify-end border-t border-line px-4 py-3">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

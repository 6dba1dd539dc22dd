import type { LoggedDelivery } from "@shardwatch/core/contract/channel/delivery";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { shownKind } from "./kinds/kinds.tsx";

interface AnswerProps {
  /** The kind of the channel. */
  kind: string;
  delivery: LoggedDelivery;
  className: string;
}

/** What the other side answered to the last attempt, and what to do when it did not take the message. */
export function Answer({ kind, delivery: { state, attempts }, className }: AnswerProps) {
  const last = attempts.at(-1);
  if (!last) return null;
  const { advice, echoes } = shownKind(kind);
  const isTaken = state === "sent";
  const todo = isTaken ? undefined : advice?.(last);
  return (
    <>
      {last.excerpt !== "" && !(isTaken && echoes) && (
        <p className={`font-mono text-sm wrap-anywhere ${className}`}>
          <Foreign>{last.excerpt}</Foreign>
        </p>
      )}
      {todo !== undefined && <p className="wrap-anywhere">{todo}</p>}
    </>
  );
}

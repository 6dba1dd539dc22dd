import type { SourceState } from "@shardwatch/core/contract/source/state";
import { StatusBadge } from "../ui/text/StatusBadge.tsx";

/** The word for a state, and the concern whose look it has. */
const badges = {
  pending: ["pending", "pending"],
  ok: ["active", "active"],
  partial: ["incomplete", "other"],
  silent: ["silent", "stale"],
  throttled: ["throttled", "other"],
  denied: ["denied", "denied"],
  error: ["failing", "other"],
} as const satisfies Record<SourceState["status"], unknown>;

/** How an agent key or an account is doing. */
export function SourceStateBadge({ status }: Pick<SourceState, "status">) {
  const [word, concern] = badges[status];
  return <StatusBadge status={word} concern={concern} />;
}

const isWell = ({ status }: SourceState) => status === "ok" || status === "pending";

/** What is wrong comes first. What is equally well keeps its place. */
export const troubledFirst = (states: readonly SourceState[]): SourceState[] =>
  states.toSorted((left, right) => Number(isWell(left)) - Number(isWell(right)));

import { useRef } from "react";
import type { ElastiCacheIntegration } from "@shardwatch/core/contract/source/elasticache";
import { useFocusBack } from "../../../lib/browser/use-focus-back.ts";
import { LimitedButton } from "../../../ui/form/LimitedButton.tsx";
import { accountOf } from "./columns.tsx";
import { aboutDollars } from "./cost.ts";

interface DetailedHistoryProps {
  account: ElastiCacheIntegration;
  /** Why the person may not change the account; undefined when they may. */
  whyNot: string | undefined;
  /** Whether the dialog that switches it is open. */
  isSwitching: boolean;
  onSwitch: () => void;
}

/** Whether detailed history is on and what it costs, with the button that switches it. */
export function DetailedHistory({ account, whyNot, isSwitching, onSwitch }: DetailedHistoryProps) {
  const { on, dollarsPerMonth } = account.detailedHistory;
  const button = useRef<HTMLButtonElement>(null);
  useFocusBack(button, isSwitching);
  const unpriced =
    dollarsPerMonth === null && !on ? "Its price is known after the first reading." : undefined;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {on ? `On${dollarsPerMonth === null ? "" : `, ${aboutDollars(dollarsPerMonth)} a month`}` : "Off"}
      <LimitedButton ref={button} reason={whyNot ?? unpriced} onClick={onSwitch}>
        {on ? "Switch off" : "Switch on…"}
        <span className="sr-only"> detailed history of {accountOf(account)}</span>
      </LimitedButton>
    </span>
  );
}

import { longestReason } from "@shardwatch/core/contract/incident/silence-words";
import type { ComponentProps } from "react";
import { Field } from "../ui/form/Field.tsx";

/** What is wrong with a reason; undefined for a right one. */
export const reasonFault = (reason: string): string | undefined =>
  reason.trim() === "" ? "Type a reason, so that your colleagues know why" : undefined;

/** Asks why incidents are silenced. */
export function ReasonField(field: Omit<ComponentProps<typeof Field>, "label">) {
  return (
    <Field
      label={
        <>
          Reason <span className="font-normal text-muted">(required)</span>
        </>
      }
      required
      autoComplete="off"
      maxLength={longestReason}
      hint="Your colleagues read it in the incident and in the audit."
      {...field}
    />
  );
}

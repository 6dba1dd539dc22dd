import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { useState } from "react";
import { reloadSilenced, silenceIncident } from "../api/incidents/silences.ts";
import { showSuccess } from "../lib/browser/toasts.ts";
import { type Failure, runAll } from "../lib/loading/run-all.ts";
import { browserZone } from "../lib/time/zone.ts";
import { useForm } from "../lib/use-form.ts";
import { counted, formatCount } from "../lib/words/count.ts";
import { FailureList } from "../ui/popup/FailureList.tsx";
import { FormDialog } from "../ui/popup/FormDialog.tsx";
import { ReasonField, reasonFault } from "./ReasonField.tsx";
import { type EndChoice, endFault, endOf } from "./silence-ends.ts";
import { SilenceEndFields } from "./SilenceEndFields.tsx";

/** Each silence raises one counter of the organization, so two at a time would only wait for each other. */
const atOnce = 1;

interface SilenceManyDialogProps {
  incidents: readonly Incident[];
  /** For people who see all organizations; others have one. */
  organizationId: string | undefined;
  /** Called in place of `onClose` once all of them are silenced. */
  onDone: () => void;
  onClose: () => void;
}

interface Values {
  end: EndChoice;
  typed: string;
  reason: string;
}

function faultsOf({ end, typed, reason }: Values) {
  const now = Date.now();
  return {
    typed: end === "custom" ? endFault(endOf(end, typed, now, browserZone()), now) : undefined,
    reason: reasonFault(reason),
  };
}

/** The form, and what could not be silenced. A second try is for those alone. */
function useSilencing({ incidents, organizationId, onDone }: SilenceManyDialogProps) {
  // A silenced row leaves the selection while the dialog is open.
  const [remaining, setRemaining] = useState(incidents);
  const [failures, setFailures] = useState<readonly Failure<Incident>[]>([]);
  const form = useForm<Values>({
    initial: { end: "hour", typed: "", reason: "" },
    faultsOf,
    send: async ({ end, typed, reason }) => {
      const time = endOf(end, typed, Date.now(), browserZone());
      if (time === undefined) return;
      const until = new Date(time).toISOString();
      setFailures([]);
      const failed = await runAll(remaining, atOnce, ({ id }) =>
        silenceIncident(id, { until, reason: reason.trim() }, organizationId),
      );
      await reloadSilenced();
      const done = remaining.length - failed.length;
      if (done > 0) showSuccess(`${counted(done, "incident")} silenced`);
      setRemaining(failed.map(({ item }) => item));
      setFailures(failed);
      if (failed.length > 0) throw failed[0]?.error;
      onDone();
    },
    failure: "Failed to silence",
  });
  return { form, remaining, failures };
}

/** Asks how long several incidents are silenced, and why. Each gets a silence of its own. */
export default function SilenceManyDialog(props: SilenceManyDialogProps) {
  const { form, remaining, failures } = useSilencing(props);
  return (
    <FormDialog
      title={`Silence ${counted(remaining.length, "incident")}`}
      form={form}
      verb={failures.length > 0 ? `Retry ${formatCount(failures.length)}` : "Silence"}
      pending="Silencing…"
      focus="missing"
      onClose={props.onClose}
    >
      <p className="text-muted">
        Nobody is notified about them. You're notified of those that are still open when it ends. Each gets a
        silence of its own, which can be ended alone.
      </p>
      <SilenceEndFields values={form.values} change={form.change} typed={form.field("typed")} />
      <ReasonField {...form.field("reason")} />
      {failures.length > 0 && (
        <div className="grid gap-2">
          <p>Couldn't silence:</p>
          <FailureList
            failures={failures.map(({ item, error }) => ({ key: item.id, name: item.title, error }))}
            failed="Not silenced"
          />
        </div>
      )}
    </FormDialog>
  );
}

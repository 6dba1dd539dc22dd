import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { createSilence } from "../api/incidents/silences.ts";
import { showSuccess } from "../lib/browser/toasts.ts";
import { useForm } from "../lib/use-form.ts";
import { browserZone } from "../lib/time/zone.ts";
import { Checkbox } from "../ui/form/Checkbox.tsx";
import { FormDialog } from "../ui/popup/FormDialog.tsx";
import { ReasonField, reasonFault } from "./ReasonField.tsx";
import { type EndChoice, endFault, endOf } from "./silence-ends.ts";
import { asksToConfirm, filterFault, isEverything, scopeOf, type ScopeValues } from "./silence-scope.ts";
import { SilenceEndFields } from "./SilenceEndFields.tsx";
import { SilenceScopeFields } from "./SilenceScopeFields.tsx";

interface SilenceDialogProps {
  /** The incident that the person looks at. Without one, a rule or a filter is silenced. */
  incident?: Pick<Incident, "id" | "title" | "rule" | "ruleName"> | undefined;
  /** For people who see all organizations; others have one. */
  organizationId?: string | undefined;
  onClose: () => void;
  /** Called in place of `onClose` once it is silenced. */
  onDone?: (() => void) | undefined;
}

interface Values extends ScopeValues {
  end: EndChoice;
  typed: string;
  reason: string;
  confirmed: boolean;
}

const coversEverything = ({ what, filter }: ScopeValues) => what === "filter" && isEverything(filter);

function faultsOf({ what, filter, end, typed, reason, confirmed }: Values) {
  const now = Date.now();
  return {
    filter: what === "filter" ? filterFault(filter) : undefined,
    confirmed:
      coversEverything({ what, filter, rule: "silent" }) && !confirmed
        ? "Type a filter, or tick that you mean every deployment"
        : undefined,
    typed: end === "custom" ? endFault(endOf(end, typed, now, browserZone()), now) : undefined,
    reason: reasonFault(reason),
  };
}

/** The form, which silences once it is filled in. */
function useSilenceForm({ incident, organizationId, onClose, onDone = onClose }: SilenceDialogProps) {
  return useForm<Values>({
    initial: {
      what: incident ? "incident" : "rule",
      rule: incident?.rule ?? "silent",
      filter: "",
      end: "hour",
      typed: "",
      reason: "",
      confirmed: false,
    },
    faultsOf,
    send: async (values) => {
      const scope = scopeOf(values, incident);
      const end = endOf(values.end, values.typed, Date.now(), browserZone());
      if (!scope || end === undefined) return;
      const until = new Date(end).toISOString();
      const { reason, confirmed: confirm } = values;
      await createSilence({ scope, until, reason: reason.trim(), confirm }, organizationId);
      onDone();
      showSuccess("Silenced");
    },
    failure: "Failed to silence",
  });
}

/** Asks what to silence, until when and why. It shows how much that is before it happens. */
export default function SilenceDialog(props: SilenceDialogProps) {
  const { incident, organizationId, onClose } = props;
  const form = useSilenceForm(props);
  const { values, change, field } = form;
  return (
    <FormDialog
      title="Silence"
      form={form}
      verb="Silence"
      pending="Silencing…"
      focus="missing"
      onClose={onClose}
    >
      <p className="text-muted">
        Incidents still open, but nobody is notified. You're notified of those that are still open when it
        ends.
      </p>
      <SilenceScopeFields
        values={values}
        onChange={change}
        incident={incident}
        organizationId={organizationId}
        fault={form.faultOf("filter")}
      />
      {(coversEverything(values) || asksToConfirm(form.error)) && (
        <div>
          <Checkbox
            label="Silence every deployment"
            checked={values.confirmed}
            onChange={({ target }) => change({ confirmed: target.checked })}
          />
          {form.faultOf("confirmed") !== undefined && (
            <p role="alert" className="px-2 text-sm text-bad">
              {form.faultOf("confirmed")}
            </p>
          )}
        </div>
      )}
      <SilenceEndFields values={values} change={change} typed={field("typed")} />
      <ReasonField {...field("reason")} />
    </FormDialog>
  );
}

import type { Assistants } from "@shardwatch/core/contract/token/assistants";
import { switchAssistants } from "../../../api/people/assistants.ts";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { useForm } from "../../../lib/use-form.ts";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";
import { FormDialog } from "../../../ui/popup/FormDialog.tsx";
import { WhatTheyRead } from "./WhatTheyRead.tsx";

interface SwitchDialogProps {
  assistants: Assistants;
  onClose: () => void;
}

/** Says what is given away, before it is. */
export function SwitchOnDialog({ assistants, onClose }: SwitchDialogProps) {
  const form = useForm({
    initial: {},
    send: async () => {
      await switchAssistants(assistants, true);
      showSuccess("Assistants may read");
      onClose();
    },
    failure: "Failed to switch assistants on",
  });
  return (
    <FormDialog
      title="Switch assistants on"
      form={form}
      verb="Switch on"
      pending="Switching on…"
      focus="cancel"
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p>From now on, assistants may read this organization.</p>
        <WhatTheyRead />
      </div>
    </FormDialog>
  );
}

export function SwitchOffDialog({ assistants, onClose }: SwitchDialogProps) {
  return (
    <ConfirmDialog
      title="Switch assistants off"
      verb="Switch off"
      pending="Switching off…"
      failure="Failed to switch assistants off"
      success="Assistants are off"
      onConfirm={() => switchAssistants(assistants, false)}
      onClose={onClose}
    >
      <p>Their next call is refused. Tokens go on working for other programs.</p>
    </ConfirmDialog>
  );
}

import { useState } from "react";
import { setOwnMail } from "../../../api/incidents/channels.ts";
import { showError } from "../../../lib/browser/toasts.ts";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";

/** Whether the person gets the organization's mail. Each mail has an address that ends it, too. */
export function OwnMail({ on }: { on: boolean }) {
  const [wanted, setWanted] = useState<boolean>();
  async function change(next: boolean) {
    setWanted(next);
    try {
      await setOwnMail(next);
    } catch (error) {
      showError("Failed to change your mail", error);
    }
    setWanted(undefined);
  }
  return (
    <div className="border-t border-line p-2">
      <Checkbox
        label="Send mail about incidents to me"
        checked={wanted ?? on}
        onChange={({ target }) => void change(target.checked)}
      />
    </div>
  );
}

import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { showSuccess } from "../../lib/browser/toasts.ts";
import { useForm } from "../../lib/use-form.ts";
import { addPasskey, isTooLongAgo } from "../../session/add-passkey.ts";
import { preloadPasskeys } from "../../session/passkey.ts";
import { Button, type ButtonStyle } from "../../ui/form/Button.tsx";
import { Problem } from "../../ui/state/Problem.tsx";
import { PasskeyButton } from "./PasskeyButton.tsx";

interface AddPasskeyProps extends ButtonStyle {
  /** Whether the person has a passkey that works here, to sign in with again. */
  hasPasskey: boolean;
  onAdded?: () => unknown;
}

/**
 * Adds a passkey of the signed-in person. Why that failed is below it. Long after the sign-in the person signs in again
 * first, so that nobody adds a passkey to a stolen session.
 */
export function AddPasskey({ hasPasskey, onAdded, emphasis = "secondary", size = "small" }: AddPasskeyProps) {
  useEffect(preloadPasskeys, []);
  const button = useRef<HTMLButtonElement>(null);
  /** The error that ended with another sign-in. */
  const [solved, setSolved] = useState<unknown>();
  const form = useForm({
    initial: {},
    send: async () => {
      await addPasskey();
      showSuccess("Passkey added");
      await onAdded?.();
    },
    after: "kept",
  });
  const { error } = form;
  const isLate = isTooLongAgo(error);
  const isOpen = isLate && error !== solved;
  function goOn() {
    setSolved(error);
    button.current?.focus();
    showSuccess("You're signed in again. Add the passkey now.");
  }
  return (
    <div className={`grid gap-3 ${size === "large" ? "" : "justify-items-start"}`}>
      <Button
        ref={button}
        emphasis={emphasis}
        size={size}
        aria-disabled={form.busy || undefined}
        onClick={form.submit}
      >
        <Plus aria-hidden className="size-3.5 shrink-0" />
        {form.busy ? "Waiting for your device…" : "Add a passkey"}
      </Button>
      <Problem problem={isLate ? undefined : form.problem} />
      <p role="status" className={isOpen ? "text-sm" : "absolute"}>
        {isOpen &&
          (hasPasskey
            ? "You signed in a while ago. Sign in again, then add the passkey."
            : "You signed in a while ago. Open a new sign-in link in this browser, then add the passkey.")}
      </p>
      {isOpen && hasPasskey && <PasskeyButton emphasis="secondary" size="small" onSignedIn={goOn} />}
    </div>
  );
}

import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../form/Button.tsx";
import { useForgetOnLeave } from "../form/SecretField.tsx";
import { Dialog } from "./Dialog.tsx";

interface OnceDialogProps {
  title: string;
  /** What is shown, such as "key". */
  what: string;
  onDone: () => void;
  /** Gets a function to call after each copy by a button. A copy by hand is noticed. */
  children: (noteCopy: () => void) => ReactNode;
}

/** Shows a secret once. Closing it without a copy asks for a confirmation once. */
export function OnceDialog({ title, what, onDone, children }: OnceDialogProps) {
  const [copied, setCopied] = useState(false);
  const [asked, setAsked] = useState(false);
  const noteCopy = () => setCopied(true);
  useForgetOnLeave(onDone);

  return (
    <Dialog title={title} guarded onClose={onDone}>
      <div onCopy={noteCopy} className="grid auto-rows-max gap-4 overflow-y-auto p-4">
        <p>Copy this {what} now. You won't be able to see it again.</p>
        {children(noteCopy)}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line px-4 py-3">
        <p role="alert" className="mr-auto flex items-center gap-2 text-sm text-warn empty:hidden">
          {asked && !copied && (
            <>
              <TriangleAlert aria-hidden className="size-4 shrink-0" />
              You haven't copied the {what}, and you won't see it again.
            </>
          )}
        </p>
        <Button
          emphasis={copied ? "primary" : "secondary"}
          onClick={copied || asked ? onDone : () => setAsked(true)}
        >
          {asked && !copied ? "Done without copying" : "Done"}
        </Button>
      </div>
    </Dialog>
  );
}

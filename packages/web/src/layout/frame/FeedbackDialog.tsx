import type { User } from "@shardwatch/core/contract/people/user";
import { ExternalLink } from "lucide-react";
import { Dialog } from "../../ui/popup/Dialog.tsx";
import { TextLink } from "../../ui/text/TextLink.tsx";

interface FeedbackDialogProps {
  /** The form's address. */
  form: string;
  user: User;
  onClose: () => void;
}

/** The form's address with the person's known data filled in. */
function prefilled(form: string, { email, firstName, lastName }: User): string {
  const url = new URL(form);
  for (const [name, value] of Object.entries({ email, firstName, lastName }))
    url.searchParams.set(name, value);
  return url.href;
}

/**
 * The feedback form in a frame. Its sandbox gives it no origin of its own. So the configured address, whatever it is,
 * can't reach the application around it.
 */
export default function FeedbackDialog({ form, user, onClose }: FeedbackDialogProps) {
  const address = prefilled(form, user);
  return (
    <Dialog
      title="Feedback"
      onClose={onClose}
      actions={
        <TextLink href={address} target="_blank" rel="noopener noreferrer" className="mr-2 text-sm">
          Open in a new tab
          <ExternalLink aria-hidden className="size-3.5" />
        </TextLink>
      }
    >
      <iframe
        src={address}
        title="Feedback form"
        sandbox="allow-forms allow-popups allow-scripts"
        className="h-[36rem] min-h-0 w-full bg-[white]"
      />
    </Dialog>
  );
}

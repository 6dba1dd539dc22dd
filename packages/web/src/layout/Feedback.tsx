import { ExternalLink, MessageSquare } from "lucide-react";
import { useState } from "react";
import type { User } from "@shardwatch/core/contract/user";
import { config } from "../lib/config.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { TextLink } from "../ui/TextLink.tsx";

/** The form's address with the person's known data filled in. */
function prefilled(form: string, { email, firstName, lastName }: User): string {
  const url = new URL(form);
  for (const [name, value] of Object.entries({ email, firstName, lastName }))
    url.searchParams.set(name, value);
  return url.href;
}

/** The button that opens the feedback form; absent where no form is configured. */
export function Feedback({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  const { feedbackFormUrl } = config();
  if (feedbackFormUrl === null) return null;
  const address = prefilled(feedbackFormUrl, user);
  return (
    <>
      <Button
        look="quiet"
        aria-label="Feedback"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="max-lg:w-8 max-lg:px-0 max-sm:w-7"
      >
        <MessageSquare aria-hidden className="size-4" />
        <span className="max-lg:hidden">Feedback</span>
      </Button>
      {open && (
        <Dialog
          title="Feedback"
          onClose={() => setOpen(false)}
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
      )}
    </>
  );
}

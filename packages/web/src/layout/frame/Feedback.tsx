import { MessageSquare } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { User } from "@shardwatch/core/contract/people/user";
import { config } from "../../lib/settings/config.ts";
import { Button } from "../../ui/form/Button.tsx";

const FeedbackDialog = lazy(() => import("./FeedbackDialog.tsx"));

/** The button that opens the feedback form; absent where no form is configured. */
export function Feedback({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  const { feedbackFormUrl } = config();
  if (feedbackFormUrl === null) return null;
  return (
    <>
      <Button
        look="quiet"
        aria-label="Feedback"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="max-lg:w-8 max-lg:px-0 max-md:w-11"
      >
        <MessageSquare aria-hidden className="size-4" />
        <span className="max-lg:hidden">Feedback</span>
      </Button>
      {open && (
        <Suspense>
          <FeedbackDialog form={feedbackFormUrl} user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

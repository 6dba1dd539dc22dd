import { ExternalLink } from "lucide-react";
import { Dialog } from "../ui/Dialog.tsx";
import { TextLink } from "../ui/TextLink.tsx";

interface FeedbackDialogProps {
  /** Of the form. */
  address: string;
  onClose: () => void;
}

/** The feedback form in a frame. */
export default function FeedbackDialog({ address, onClose }: FeedbackDialogProps) {
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

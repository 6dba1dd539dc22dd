import type { Channel } from "@shardwatch/core/contract/channel/channel";
import { useEffect, useRef } from "react";
import { Button } from "../../../ui/form/Button.tsx";
import { Dialog } from "../../../ui/popup/Dialog.tsx";
import { ForeignName } from "../../../ui/text/Foreign.tsx";
import { shownKind } from "./kinds/kinds.tsx";

interface AddedDialogProps {
  channel: Channel;
  onTest: () => void;
  onClose: () => void;
}

/** Says what a new channel gets, and offers a test: nothing else shows whether it works before the first incident. */
export function AddedDialog({ channel, onTest, onClose }: AddedDialogProps) {
  const test = useRef<HTMLButtonElement>(null);
  useEffect(() => test.current?.focus(), []);
  const { testing } = shownKind(channel.kind);
  return (
    <Dialog title="Channel added" onClose={onClose}>
      <div className="grid gap-3 overflow-y-auto p-4">
        <p className="wrap-anywhere">
          <ForeignName>{channel.name}</ForeignName> gets incidents from now on. One that is open already comes
          with its next change.
        </p>
        <p>Send a test to see that it works.{testing !== undefined && ` ${testing}`}</p>
      </div>
      <div className="flex justify-end gap-2 border-t border-line px-4 py-3">
        <Button onClick={onClose}>Done</Button>
        <Button ref={test} emphasis="primary" onClick={onTest}>
          Send a test
        </Button>
      </div>
    </Dialog>
  );
}

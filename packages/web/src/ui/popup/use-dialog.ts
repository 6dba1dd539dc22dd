import { type ReactElement, useCallback, useEffect, useRef, useState } from "react";

/** Opens a dialog in place of the one that is open. `close` closes this dialog, and no later one. */
export type OpenDialog = (dialogWith: (close: () => void) => ReactElement) => void;

/**
 * The open dialog of a page, for the page to show, and how to open one. A dialog returns the focus to the button
 * that opened it. If that button is gone, the page's heading takes the focus.
 */
export function useDialog(): [dialog: ReactElement | undefined, open: OpenDialog] {
  const [dialog, setDialog] = useState<ReactElement>();
  const before = useRef(dialog);
  useEffect(() => {
    const closed = before.current !== undefined && dialog === undefined;
    before.current = dialog;
    if (closed && document.activeElement === document.body) document.querySelector("h1")?.focus();
  }, [dialog]);
  const open = useCallback<OpenDialog>((dialogWith) => {
    const close = () => setDialog((shown) => (shown === opened ? undefined : shown));
    const opened = dialogWith(close);
    setDialog(opened);
  }, []);
  return [dialog, open];
}

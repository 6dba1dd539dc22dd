import { copyText } from "./copy-text.ts";

/** Copies a deployment's ID and reports success or failure. */
export const copyId = (id: string): Promise<void> =>
  copyText(id, "ID copied", "Failed to copy the ID to the clipboard");

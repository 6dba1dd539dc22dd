import { showError, showSuccess } from "./toasts.ts";

/** Copies a deployment's ID and reports success or failure. */
export async function copyId(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(id);
    showSuccess("ID copied");
  } catch {
    // The browser may refuse. The message shows the ID, so that it can be copied by hand.
    showError(`Failed to copy the ID to the clipboard: ${id}`);
  }
}

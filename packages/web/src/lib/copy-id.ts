import { showError, showSuccess } from "./toasts.ts";

/** Copies the id of a deployment, and says whether that worked. */
export async function copyId(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(id);
    showSuccess("ID copied");
  } catch {
    // The browser may refuse: the ID is shown, so that it can be copied by hand.
    showError(`Failed to copy the ID to the clipboard: ${id}`);
  }
}

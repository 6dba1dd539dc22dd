import { showError, showSuccess } from "./toasts.ts";

/** Copies a text and reports success or failure. A failure shows the text, so that it can be copied by hand. */
export async function copyText(text: string, success: string, failure: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showSuccess(success);
  } catch {
    showError(`${failure}: ${text}`);
  }
}

/** Copies the link to a page. */
export const copyLink = (path: string): Promise<void> =>
  copyText(`${location.origin}${path}`, "Link copied", "Failed to copy the link to the clipboard");

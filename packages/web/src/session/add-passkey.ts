import { addPasskeyOf, beginAdding } from "../api/people/passkeys.ts";
import { codeOf } from "../lib/errors.ts";
import { askBrowser, loadPasskeys } from "./passkey.ts";

/**
 * Adds a passkey of the signed-in person. Without a name it has the browser's.
 * @throws Error with a sentence for the person; ApiError with the API's reason
 */
export async function addPasskey(name?: string): Promise<void> {
  const { startRegistration } = await loadPasskeys();
  const optionsJSON = await beginAdding();
  const none = "No passkey was made. Try again when you're ready.";
  const answer = await askBrowser(() => startRegistration({ optionsJSON }), none);
  await addPasskeyOf({ answer, ...(name !== undefined && { name }) });
}

/** Whether the person has to sign in again first, because that was long ago. */
export const isTooLongAgo = (error: unknown): boolean => codeOf(error) === "SIGN_IN_AGAIN";

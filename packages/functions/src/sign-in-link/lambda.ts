import { isEmail } from "@shardwatch/core/kit/email";
import { linkFor, type LinkForEmail } from "@shardwatch/core/own-sign-in/links";
import { composeAws } from "../compose.ts";
import { ownSignIn } from "../own-identity-port.ts";

const services = composeAws(process.env, undefined, ownSignIn);

/**
 * A sign-in link for this person. No address leads here: only who may invoke the function gets one, as on a machine who
 * may run the server's command.
 */
export async function handler(event: { email?: unknown } | null): Promise<LinkForEmail> {
  const email = event?.email;
  if (!isEmail(email)) throw new Error('email: must be one, as in {"email":"you@example.com"}');
  if (!services.identity.isOwn) throw new Error("SIGN_IN: is not links, so people sign in at a provider");
  return await linkFor(services, email);
}

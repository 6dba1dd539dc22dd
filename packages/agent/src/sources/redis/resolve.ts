import { lookup } from "node:dns/promises";
import net from "node:net";
import { errorCode } from "./errors.ts";
import { WithheldError } from "./withheld.ts";

/**
 * The IP addresses of a host that a cluster announces. A name without one is withheld, too: the difference would show
 * which names exist here.
 */
export async function addressesOf(host: string, milliseconds: number): Promise<string[]> {
  if (net.isIP(host)) return [host];
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new WithheldError([], "ETIMEDOUT")), milliseconds);
  try {
    const found = await Promise.race([lookup(host, { all: true }), late.promise]);
    return found.map(({ address }) => address);
  } catch (error) {
    throw new WithheldError([], errorCode(error));
  } finally {
    clearTimeout(timer);
  }
}

import { useOverTime } from "../../../../lib/time/ticker.ts";
import { describeExpiry, type Expiry, expiryOf } from "./license.ts";

const tones: Record<Expiry, string> = { expired: "text-bad", soon: "text-warn", later: "", far: "" };

/** How long a licence or a certificate is valid, as of now. Undefined when its date cannot be parsed. */
export function useExpiry(date: string | null) {
  const expiry = useOverTime((now) => expiryOf(date, now));
  const text = useOverTime((now) => describeExpiry(date, now));
  return expiry && text ? { expiry, text, tone: tones[expiry] } : undefined;
}

import { randomBytes } from "node:crypto";

const lifetimeMs = 10 * 60_000;

/** Nonces that can be used once, for ten minutes. */
export function createNonces(now: () => number) {
  const endings = new Map<string, number>();

  function issue(): string {
    for (const [nonce, end] of endings) if (end <= now()) endings.delete(nonce);
    const nonce = randomBytes(16).toString("base64url");
    endings.set(nonce, now() + lifetimeMs);
    return nonce;
  }

  /** Whether it was good; it is not any more. */
  function use(nonce: string): boolean {
    const end = endings.get(nonce) ?? 0;
    endings.delete(nonce);
    return end > now();
  }

  return { issue, use };
}

/** What asking for the current user again came to. */
export type Renewal = "renewed" | "refused" | "unavailable";

export interface RefreshParts {
  /** Asks for the current user again, which renews the session. Never rejects. */
  renew: () => Promise<Renewal>;
  /** Called once when a renewal was refused: the session is over. */
  end: () => void;
}

/**
 * Wraps calls of the API, so that an answer 401 renews the session and repeats the call once.
 * Any number of calls that fail together wait for one renewal. A call that was on its way while the session was
 * renewed is repeated without another renewal. When the provider cannot be asked, nobody is signed out: the call
 * keeps its 401.
 */
export function withRefresh({ renew, end }: RefreshParts) {
  let running: Promise<Renewal> | undefined;
  let renewals = 0;

  async function renewOnce(): Promise<Renewal> {
    const outcome = await renew();
    running = undefined;
    if (outcome === "renewed") renewals += 1;
    if (outcome === "refused") end();
    return outcome;
  }

  return async function send(call: () => Promise<Response>): Promise<Response> {
    const before = renewals;
    const response = await call();
    if (response.status !== 401) return response;
    if (renewals === before) {
      running ??= renewOnce();
      if ((await running) !== "renewed") return response;
    }
    return call();
  };
}

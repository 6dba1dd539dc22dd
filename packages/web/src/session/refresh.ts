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
 * Any number of calls that fail together wait for one renewal, and a call that was on its way while one was made
 * takes its outcome. When the provider cannot be asked, nobody is signed out: the call keeps its 401.
 */
export function withRefresh({ renew, end }: RefreshParts) {
  let running: Promise<void> | undefined;
  let finished = 0;
  let latest: Renewal = "renewed";

  async function renewOnce(): Promise<void> {
    latest = await renew();
    running = undefined;
    finished += 1;
    if (latest === "refused") end();
  }

  return async function send(call: () => Promise<Response>): Promise<Response> {
    const before = finished;
    const response = await call();
    if (response.status !== 401) return response;
    if (running || finished === before) await (running ??= renewOnce());
    return latest === "renewed" ? call() : response;
  };
}

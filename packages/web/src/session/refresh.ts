/** The outcome of loading the current user again. */
export type Renewal = "renewed" | "refused" | "unavailable";

export interface RefreshParts {
  /** Loads the current user again, which renews the session. Never rejects. */
  renew: () => Promise<Renewal>;
  /** Called once when a renewal is refused: the session is over. */
  end: () => void;
}

/**
 * Wraps calls of the API. An answer 401 renews the session and repeats the call once. Calls that fail
 * together share one renewal. A call that started before a renewal ended takes its outcome. When the provider
 * cannot be reached, nobody is signed out: the call keeps its 401.
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

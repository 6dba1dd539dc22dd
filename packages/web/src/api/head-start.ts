/** The time limit of one call, in milliseconds. It is longer than the API's own deadlines. Without it, a page could load forever. */
const deadline = 20_000;
/** The maximum age of a prefetched answer, in milliseconds. */
const freshness = 10_000;

interface Asked {
  at: number;
  answer: Promise<Response>;
}

const asked = new Map<string, Asked>();
const nameOf = (url: string, method = "GET") => `${method} ${url}`;

/** Aborts when the caller aborts, or when the call runs out of time. */
function within(signal: AbortSignal | null | undefined, longest: number): AbortSignal {
  const late = AbortSignal.timeout(longest);
  return signal ? AbortSignal.any([signal, late]) : late;
}

/** One call of the API, with our session cookie and a deadline. */
function call(url: string, init?: RequestInit, longest: number = deadline): Promise<Response> {
  return fetch(url, { ...init, credentials: "include", signal: within(init?.signal, longest) });
}

/** Prefetches a call that the page will make when its code is loaded. */
export function askAhead(url: string, init?: RequestInit): void {
  const answer = call(url, init);
  // The caller that takes the answer gets the failure. An answer that nobody takes may fail silently.
  answer.catch(() => undefined);
  asked.set(nameOf(url, init?.method), { at: Date.now(), answer });
}

/**
 * One call of the API. It takes a prefetched answer if there is one; each can be taken once. A refused answer
 * is requested again, because the session may have been renewed in between.
 * @param longest the time limit in milliseconds, of a call that may take longer than others
 */
export async function callApi(url: string, init?: RequestInit, longest?: number): Promise<Response> {
  const name = nameOf(url, init?.method);
  const ahead = asked.get(name);
  asked.delete(name);
  if (!ahead || Date.now() - ahead.at > freshness) return call(url, init, longest);
  const response = await ahead.answer;
  return response.status === 401 && name.startsWith("GET") ? call(url, init) : response;
}

/** Discards all prefetched answers: the next user may be another person. */
export const forgetAnswers = () => asked.clear();

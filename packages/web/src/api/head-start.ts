/** How long one call may take, in milliseconds: longer than the API itself waits for anybody. */
const deadline = 20_000;
/** How old an answer may be when the application comes to ask for it, in milliseconds. */
const freshness = 10_000;

interface Asked {
  at: number;
  answer: Promise<Response>;
}

const asked = new Map<string, Asked>();
const nameOf = (url: string, method = "GET") => `${method} ${url}`;

/** The caller's wish to stop, or the end of the time that a call may take. */
function within(signal: AbortSignal | null | undefined): AbortSignal {
  const late = AbortSignal.timeout(deadline);
  return signal ? AbortSignal.any([signal, late]) : late;
}

/** One call of the API, with our session cookie and a deadline. */
function call(url: string, init?: RequestInit): Promise<Response> {
  return fetch(url, { ...init, credentials: "include", signal: within(init?.signal) });
}

/** Asks the API for what the page will ask for as soon as its code is there. */
export function askAhead(url: string, init?: RequestInit): void {
  const answer = call(url, init);
  // Whoever takes the answer is told of a failure; nobody else needs to know.
  answer.catch(() => undefined);
  asked.set(nameOf(url, init?.method), { at: Date.now(), answer });
}

/**
 * One call of the API, or the answer to the same one when it was made ahead; each of those is taken once. A page
 * that was refused ahead is asked for again, as the session may have been renewed meanwhile.
 */
export async function callApi(url: string, init?: RequestInit): Promise<Response> {
  const name = nameOf(url, init?.method);
  const ahead = asked.get(name);
  asked.delete(name);
  if (!ahead || Date.now() - ahead.at > freshness) return call(url, init);
  const response = await ahead.answer;
  return response.status === 401 && name.startsWith("GET") ? call(url, init) : response;
}

/** Forgets what was asked ahead: another person may be here now. */
export const forgetAnswers = () => asked.clear();

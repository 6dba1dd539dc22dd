import type { IncomingHttpHeaders, RequestListener, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** A message as a receiver got it. */
export interface Got {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = (response: ServerResponse, got: Got) => void;

/** What a receiver got, and how it answers from now on. */
export function hook() {
  const got: Got[] = [];
  const state = { answer: ((response) => response.end("thanks")) as Answer };
  const listener: RequestListener = (request, response) => {
    void text(request).then((body) => {
      const one = { path: request.url ?? "", headers: request.headers, body };
      got.push(one);
      state.answer(response, one);
    });
  };
  /** Answers with this status, and these headers. */
  const answer = (status: number, headers: Record<string, string> = {}) => {
    state.answer = (response) => response.writeHead(status, headers).end(`answered ${status}`);
  };
  /** The types of the messages, in the order in which they came. */
  const types = () => got.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  return { got, state, listener, answer, types };
}

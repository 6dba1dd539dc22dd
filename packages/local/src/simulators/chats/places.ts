import { type Service, type Settings, settingsOf, usualSettings } from "./settings.ts";

/** Bounds for what somebody sends who wants to fill the memory. */
const mostPlaces = 100;
const mostMessages = 50;

/** Where messages of a service arrive: a channel, a key, a workflow or a space. */
export interface Place<Content extends object = object> extends Settings {
  name: string;
  /** What it was called by the first who used it. */
  called: string;
  /** How many requests came, accepted or not. */
  requests: number;
  /** When the latest requests were let through, by limit; Unix epoch in milliseconds. */
  times: Record<string, number[]>;
  /** What the service keeps of it. */
  content: Content;
}

interface PlacesOptions<Content extends object> {
  service: Service;
  /** The place's own name, for each way to call it; undefined when there cannot be such a place. */
  nameOf: (called: string) => string | undefined;
  empty: () => Content;
}

/** The places of one service. A place begins with its first message or its first setting. */
export function createPlaces<Content extends object>(options: PlacesOptions<Content>) {
  const { service, nameOf, empty } = options;
  const places = new Map<string, Place<Content>>();

  /** Undefined when there are too many, or when the name cannot be one. */
  function place(called: string): Place<Content> | undefined {
    const name = nameOf(called);
    const known = name === undefined ? undefined : places.get(name);
    if (known || name === undefined || places.size >= mostPlaces) return known;
    const made = { name, called, ...usualSettings, requests: 0, times: {}, content: empty() };
    places.set(name, made);
    return made;
  }

  /** Undefined when the service has no such settings or places. */
  function set(called: string, input: unknown): Place<Content> | undefined {
    const settings = settingsOf(service, input);
    const found = settings && place(called);
    return found && Object.assign(found, settings);
  }

  return { nameOf, place, set, all: () => [...places.values()], clear: () => places.clear() };
}

/** The list with a further entry at its end, and without the oldest when there are too many. */
export const withNewest = <Entry>(list: readonly Entry[], newest: Entry): Entry[] =>
  [...list, newest].slice(-mostMessages);

/** A place as tests read it, without what is secret. */
export function shownAsJson<Content extends object>(place: Place<Content>) {
  const { name, called, fault, delayMs, retryAfter, requests, content } = place;
  return { name, called, fault, delayMs, retryAfter, requests, ...content };
}

import { config } from "../lib/settings/config.ts";
import { errorCode } from "./errors.ts";
import { type Country, type SignUpForm, signUpPayload } from "./sign-up-payload.ts";

/** The time limit of each call, in milliseconds; a person is waiting. */
const deadline = 15_000;

/** The marketing site answered a call without success. */
export class SignUpError extends Error {
  /** The site's reason, where it sent one. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.name = "SignUpError";
    this.code = code;
  }
}

async function call(path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const url = `${config().marketingSiteUrl.replace(/\/$/, "")}${path}`;
  const signal = AbortSignal.timeout(deadline);
  const response = await fetch(url, { ...init, credentials: "include", signal });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new SignUpError(`${path} was answered ${response.status}`, errorCode(body));
  if (typeof body !== "object" || body === null) throw new SignUpError(`${path} was not answered with JSON`);
  return body as Record<string, unknown>;
}

const isCountry = (value: unknown): value is Country =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  "code" in value &&
  [value.name, value.code].every((text) => typeof text === "string" && text !== "");

/**
 * The countries to choose from, in the site's order.
 * @throws SignUpError, TypeError or DOMException when they cannot be loaded
 */
export async function loadCountries(): Promise<Country[]> {
  const { countries } = await call("/api/countries");
  const usable = Array.isArray(countries) ? countries.filter(isCountry) : [];
  if (usable.length === 0) throw new SignUpError("the list of countries is empty");
  return usable;
}

/**
 * Signs up at the marketing site, with a nonce for this attempt. The password goes only there.
 * @throws SignUpError, TypeError or DOMException when the sign-up failed
 */
export async function signUp(form: SignUpForm, address: URLSearchParams): Promise<void> {
  const { nonce } = await call("/api/proxy/nonce", { cache: "no-store" });
  if (typeof nonce !== "string") throw new SignUpError("the nonce is no text");
  await call("/api/proxy/signup", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(signUpPayload(form, address, nonce, new Date())),
  });
}

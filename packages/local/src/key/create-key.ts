import { demoPassword } from "../simulators/provider/people.ts";

const deadlineMs = 10_000;
const samePorts = "Set WEB_PORT, API_PORT and PROVIDER_PORT to what the product was started with.";

/** The addresses of a running product. */
export interface Addresses {
  /** Of the web application, which the API expects in the header Origin. */
  origin: string;
  api: string;
  provider: string;
}

/** Something that the person can put right. The message says what. */
export class Failure extends Error {}

interface Answered {
  answer: Response;
  fields: Record<string, unknown>;
}

/** Posts JSON as the web application does. Throws a Failure that says who answered what. */
async function post(
  who: string,
  url: string,
  { origin, cookie = "", body = {} }: { origin: string; cookie?: string; body?: object },
): Promise<Answered> {
  const headers = { "content-type": "application/json", origin, cookie };
  const signal = AbortSignal.timeout(deadlineMs);
  const answer = await fetch(url, { method: "POST", headers, signal, body: JSON.stringify(body) }).catch(
    () => {
      throw new Failure(`Nothing answers at ${url} (${who}). Start the product with npm start. ${samePorts}`);
    },
  );
  const fields = parse(await answer.text());
  if (answer.ok && fields) return { answer, fields };
  throw new Failure(`${url} (${who}) answered ${answer.status}. ${reasonIn(fields) ?? samePorts}`);
}

/** The object in a body, {} for none; undefined for what is no JSON and so not from Shardwatch. */
function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text || "{}");
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function reasonIn(fields: Record<string, unknown> = {}): string | undefined {
  const { message, details } = fields;
  if (typeof message !== "string") return undefined;
  // Details of one wrong field repeat the message behind the field's name.
  const more = Array.isArray(details)
    ? details.map(String).filter((detail) => !detail.endsWith(message))
    : [];
  return [message, ...more].join(" ");
}

const cookiesOf = (answer: Response): string[] =>
  answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");

/** Signs in as a person of the demo and creates an agent key. Returns the whole key. Throws a Failure. */
export async function createKey(addresses: Addresses, email: string, name: string): Promise<string> {
  const { origin, api, provider } = addresses;
  const credentials = { username: email, password: demoPassword, auth_mode: "direct", origin };
  const login = await post("the provider simulator", `${provider}/api/v1/login`, {
    origin,
    body: credentials,
  });
  const identity = cookiesOf(login.answer);
  const opened = await post("the API", `${api}/auth/login`, { origin, cookie: identity.join("; ") });
  const cookie = [...identity, ...cookiesOf(opened.answer)].join("; ");
  const { fields } = await post("the API", `${api}/access-key`, { origin, cookie, body: { name } });
  return String(fields["compositeKey"]);
}

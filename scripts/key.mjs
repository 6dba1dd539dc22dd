// Creates an agent key on the running local product: `npm run key -- "Name of the key"`.
// Plain Node without packages. Ports as for `npm start`; EMAIL signs in as somebody else of the demo logins.
const { WEB_PORT, API_PORT, PROVIDER_PORT, EMAIL } = process.env;
const origin = `http://localhost:${WEB_PORT || 5173}`;
const api = `http://localhost:${API_PORT || 3001}`;
const provider = `http://localhost:${PROVIDER_PORT || 3002}`;
const email = EMAIL || "admin@example.com";
const deadlineMs = 10_000;

const samePorts = "Set WEB_PORT, API_PORT and PROVIDER_PORT to what the product was started with.";

/** Something that the person can put right; its message says what. */
class Failure extends Error {}

/** Posts JSON as the web application does. Throws a Failure that says who answered what. */
async function post(who, url, body, cookie = "") {
  const headers = { "content-type": "application/json", origin, cookie };
  const signal = AbortSignal.timeout(deadlineMs);
  const answer = await fetch(url, { method: "POST", headers, signal, body: JSON.stringify(body) }).catch(
    () => {
      throw new Failure(`Nothing answers at ${url} (${who}). Start the product with npm start. ${samePorts}`);
    },
  );
  const fields = parse(await answer.text());
  if (answer.ok && fields) return { answer, fields };
  const { message, details = [] } = fields ?? {};
  const reason = message ? [message, ...details].join(" ") : samePorts;
  throw new Failure(`${url} (${who}) answered ${answer.status}. ${reason}`);
}

/** The object in a body, {} for none; undefined for what is no JSON and so not from Shardwatch. */
function parse(text) {
  try {
    return JSON.parse(text || "{}");
  } catch {
    return undefined;
  }
}

function cookiesOf(answer) {
  return answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
}

async function createKey(name) {
  const credentials = { username: email, password: "shardwatch-demo", auth_mode: "direct", origin };
  const login = await post("the provider simulator", `${provider}/api/v1/login`, credentials);
  const identity = cookiesOf(login.answer);
  const arrival = await post("the API", `${api}/auth/login`, {}, identity.join("; "));
  const session = [...identity, ...cookiesOf(arrival.answer)].join("; ");
  const { fields } = await post("the API", `${api}/access-key`, { name }, session);
  return fields.compositeKey;
}

const name = process.argv[2];
try {
  if (!name) throw new Failure('Give the key a name: npm run key -- "My laptop"');
  const key = await createKey(name);
  console.log(`The key "${name}", which cannot be shown again:

${key}

An agent.yaml for it; name and address are examples, and packages/agent/README.md describes the rest:

api: ${api}
key: ${key}
deployments:
  - name: my-redis
    address: localhost:6379`);
} catch (error) {
  console.error(error instanceof Failure ? error.message : `${error.name}: ${error.message}`);
  process.exitCode = 1;
}

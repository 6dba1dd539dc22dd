import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ownPort } from "../support/ports.ts";
import { fileOf, startProgram } from "./program.ts";
import type { ClientAt, TriedProvider } from "./provider.ts";
import { locationOf, Visitor } from "./visitor.ts";

const passwordOfPeople = "their-passw0rd";
const scopes = ["openid", "profile", "email"];

/**
 * Glewlwyd 2.7, with a database of its own. Its pages are scripts that call its API, so that the API is called here.
 * @param clients with their secrets
 */
export async function startGlewlwyd(folder: string, clients: readonly ClientAt[]): Promise<TriedProvider> {
  const port = await ownPort();
  const url = `http://127.0.0.1:${port}`;
  const api = `${url}/api`;
  const [settings, file] = [join(folder, "glewlwyd.conf"), join(folder, "glewlwyd.db")];
  mkdirSync(folder);
  writeFileSync(settings, configuration(file, url, port));
  const database = new DatabaseSync(file);
  database.exec(readFileSync(fileOf("usr/share/dbconfig-common/data/glewlwyd/install/sqlite3"), "utf8"));
  database.close();
  const program = await startProgram("glewlwyd", ["--config-file", settings], `${url}/config`);
  await administer(api, clients).catch(async (error: unknown) => {
    await program.stop();
    throw error;
  });

  async function signIn(visitor: Visitor, address: string, person: string): Promise<string> {
    const page = new URL(await locationOf(await visitor.open(address)));
    const client = new URL(address).searchParams.get("client_id") ?? "";
    await expectOk(visitor.send("POST", `${api}/auth`, { username: person, password: passwordOfPeople }));
    await expectOk(visitor.send("PUT", `${api}/auth/grant/${client}`, { scope: scopes.join(" ") }));
    return await locationOf(await visitor.open(`${page.searchParams.get("callback_url")}&g_continue`));
  }

  /** What its page does when the person says yes. */
  async function signOut(visitor: Visitor, address: string): Promise<string> {
    const page = new URL(await locationOf(await visitor.open(address)));
    await expectOk(visitor.send("DELETE", `${api}/oidc/session/${page.searchParams.get("sid")}`, {}));
    await expectOk(visitor.send("DELETE", `${api}/auth`, {}));
    return page.searchParams.get("callback_url") ?? page.href;
  }

  /** Its page goes on by itself when there is a session. */
  async function asksWho(visitor: Visitor, address: string): Promise<boolean> {
    const page = new URL(await locationOf(await visitor.open(address)));
    const next = await visitor.open(`${page.searchParams.get("callback_url")}&g_continue`);
    return (await locationOf(next)).startsWith(`${url}/login.html`);
  }

  function liveTokens(): number {
    const read = new DatabaseSync(file, { readOnly: true });
    const sql = "SELECT count(*) AS live FROM gpo_refresh_token WHERE gpor_enabled = 1";
    const live = Number(read.prepare(sql).get()?.["live"]);
    read.close();
    return live;
  }

  return {
    issuer: `${api}/oidc`,
    admin: { name: "anna", email: "anna@example.com", group: "platform" },
    viewer: { name: "ben", email: "ben@example.com" },
    signIn,
    signOut,
    asksWho,
    liveTokens,
    ...program,
  };
}

async function expectOk(asked: Promise<Response>): Promise<Response> {
  const answer = await asked;
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

const configuration = (database: string, url: string, port: number) => `
port = ${port}
bind_address = "127.0.0.1"
external_url = "${url}"
login_url = "login.html"
api_prefix = "api"
static_files_path = "${fileOf("usr/share/glewlwyd/webapp/")}"
log_mode = "console"
log_level = "WARNING"
cookie_domain = "127.0.0.1"
cookie_secure = 0
session_expiration = 2419200
session_key = "GLEWLWYD2_SESSION_ID"
login_api_enabled = true
admin_scope = "g_admin"
profile_scope = "g_profile"
user_module_path = "${fileOf("usr/lib/glewlwyd/user")}"
client_module_path = "${fileOf("usr/lib/glewlwyd/client")}"
user_auth_scheme_module_path = "${fileOf("usr/lib/glewlwyd/scheme")}"
plugin_module_path = "${fileOf("usr/lib/glewlwyd/plugin")}"
hash_algorithm = "SHA512"
database = { type = "sqlite3"; path = "${database}"; };
`;

/** What an administrator sets on its pages: a property for groups, the plugin, scopes, people and clients. */
async function administer(api: string, clients: readonly ClientAt[]): Promise<void> {
  const admin = new Visitor();
  const send = async (method: string, path: string, body: object) =>
    await expectOk(admin.send(method, `${api}${path}`, body));
  await send("POST", "/auth", { username: "admin", password: "password" });

  const addProperty = async (kind: string, name: string) => {
    const path = `/mod/${kind}/database`;
    const module = (await (await admin.open(`${api}${path}`)).json()) as Module;
    module.parameters["data-format"][name] = { multiple: true, read: true, write: true };
    await send("PUT", path, module);
    await send("PUT", `${path}/reset`, {});
  };
  await addProperty("user", "groups");
  await addProperty("client", "post_logout_redirect_uris");
  for (const name of ["profile", "email"])
    await send("POST", "/scope", { name, display_name: name, password_required: true });
  await send("POST", "/mod/plugin", plugin(`${api}/oidc`));
  for (const [username, groups] of [
    ["anna", ["platform", "staff"]],
    ["ben", ["staff"]],
  ] as const)
    await send("POST", "/user", {
      username,
      name: username,
      email: `${username}@example.com`,
      password: passwordOfPeople,
      groups,
      scope: ["g_profile", ...scopes],
      enabled: true,
    });
  for (const { id, secret, callbackUrl, signedOutUrl, headerOnly = false } of clients)
    await send("POST", "/client", {
      client_id: id,
      name: id,
      client_secret: secret,
      confidential: true,
      enabled: true,
      redirect_uri: [callbackUrl],
      post_logout_redirect_uris: [signedOutUrl],
      authorization_type: ["code", "refresh_token"],
      token_endpoint_auth_method: ["client_secret_basic", ...(headerOnly ? [] : ["client_secret_post"])],
      scope: [],
    });
}

interface Module {
  parameters: { "data-format": Record<string, object> };
}

function plugin(issuer: string) {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2_048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return {
    module: "oidc",
    name: "oidc",
    display_name: "OpenID Connect",
    enabled: true,
    parameters: {
      iss: issuer,
      "jwt-type": "rsa",
      "jwt-key-size": "256",
      key: privateKey,
      cert: publicKey,
      "access-token-duration": 3_600,
      "refresh-token-duration": 1_209_600,
      "code-duration": 600,
      "refresh-token-rolling": true,
      "allow-non-oidc": false,
      "auth-type-code-enabled": true,
      "auth-type-token-enabled": false,
      "auth-type-id-token-enabled": true,
      "auth-type-password-enabled": false,
      "auth-type-client-enabled": false,
      "auth-type-device-enabled": false,
      "auth-type-refresh-enabled": true,
      "pkce-allowed": true,
      "introspection-revocation-allowed": true,
      "introspection-revocation-allow-target-client": true,
      "session-management-allowed": true,
      "session-cookie-name": "GLEWLWYD2_OIDC_SID",
      "session-cookie-expiration": 2_419_200,
      "email-claim": "mandatory",
      claims: [{ name: "groups", "user-property": "groups", type: "string", mandatory: true, scope: [] }],
    },
  };
}

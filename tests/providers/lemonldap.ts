import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownPort } from "../support/ports.ts";
import { fileOf, perlFolders, startProgram } from "./program.ts";
import type { ClientAt, TriedProvider } from "./provider.ts";
import { locationOf, type Visitor } from "./visitor.ts";

/**
 * LemonLDAP::NG 2.16: the portal, with its own people for demonstrations. Their passwords are their names.
 * @param clients with their secrets
 */
export async function startLemonLdap(folder: string, clients: readonly ClientAt[]): Promise<TriedProvider> {
  const port = await ownPort();
  const issuer = `http://127.0.0.1:${port}/`;
  writeConfiguration(folder, issuer, clients);
  const app = join(folder, "portal.psgi");
  writeFileSync(app, "use Lemonldap::NG::Portal::Main;\nLemonldap::NG::Portal::Main->run({});\n");
  const args = [
    fileOf("usr/bin/plackup"),
    "--env",
    "deployment",
    "--host",
    "127.0.0.1",
    "--port",
    String(port),
  ];
  const description = `${issuer}.well-known/openid-configuration`;
  const program = await startProgram("perl", [...args, app], description, {
    PERL5LIB: perlFolders(),
    LLNG_DEFAULTCONFFILE: join(folder, "lemonldap-ng.ini"),
  });

  async function signIn(visitor: Visitor, address: string, person: string): Promise<string> {
    const page = await visitor.open(address);
    const filledIn = { user: person, password: person };
    return await locationOf(await visitor.submit(await page.text(), address, filledIn));
  }

  async function signOut(visitor: Visitor, address: string): Promise<string> {
    const page = await visitor.open(address);
    return await locationOf(await visitor.submit(await page.text(), address, {}));
  }

  const asksWho = async (visitor: Visitor, address: string) =>
    (await (await visitor.open(address)).text()).includes('name="password"');

  return {
    issuer,
    admin: { name: "dwho", email: "dwho@badwolf.org", group: "timelords" },
    viewer: { name: "rtyler", email: "rtyler@badwolf.org" },
    signIn,
    signOut,
    asksWho,
    ...program,
  };
}

/** What an administrator sets in the manager. Values of the packages for everything else. */
function writeConfiguration(folder: string, issuer: string, clients: readonly ClientAt[]): void {
  for (const part of ["conf", "sessions/lock", "psessions/lock"])
    mkdirSync(join(folder, part), { recursive: true });
  const storage = (name: string) => ({
    Directory: join(folder, name),
    LockDirectory: join(folder, name, "lock"),
    generateModule: "Lemonldap::NG::Common::Apache::Session::Generate::SHA256",
  });
  const { publicKey, privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2_048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const each = <T>(make: (client: ClientAt) => T) =>
    Object.fromEntries(clients.map((client) => [client.id, make(client)]));
  const settings = {
    ...(JSON.parse(readFileSync(fileOf("var/lib/lemonldap-ng/conf/lmConf-1.json"), "utf8")) as object),
    portal: issuer,
    domain: "127.0.0.1",
    securedCookie: 0,
    globalStorageOptions: storage("sessions"),
    persistentStorageOptions: storage("psessions"),
    localSessionStorage: "",
    notification: 0,
    // These two would need further modules, to send mails.
    portalDisplayResetPassword: 0,
    registerDB: "Null",
    // The usual module draws pictures and needs a graphics library. The forms here have no captcha.
    captcha: "::Plugins::Status",
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceMetaDataIssuer: issuer,
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcServiceKeyIdSig: "proof",
    // The stricter way, and not the usual one: a claim needs a scope.
    oidcServiceIgnoreScopeForClaims: 0,
    oidcRPMetaDataOptions: each(({ id, secret, callbackUrl, signedOutUrl }) => ({
      oidcRPMetaDataOptionsClientID: id,
      oidcRPMetaDataOptionsClientSecret: secret,
      oidcRPMetaDataOptionsRedirectUris: callbackUrl,
      oidcRPMetaDataOptionsPostLogoutRedirectUris: signedOutUrl,
      oidcRPMetaDataOptionsIDTokenSignAlg: "HS512",
      oidcRPMetaDataOptionsBypassConsent: 1,
      oidcRPMetaDataOptionsRefreshToken: 1,
    })),
    oidcRPMetaDataExportedVars: each(() => ({ email: "mail", name: "cn", groups: "groups" })),
    oidcRPMetaDataOptionsExtraClaims: each(() => ({ profile: "groups" })),
  };
  writeFileSync(join(folder, "conf", "lmConf-1.json"), JSON.stringify(settings));
  writeFileSync(
    join(folder, "lemonldap-ng.ini"),
    `[all]
logLevel = warn
[configuration]
type = File
dirName = ${join(folder, "conf")}
[portal]
staticPrefix = /static
templateDir = ${fileOf("usr/share/lemonldap-ng/portal/templates")}
languages = en
`,
  );
}

import { ownPort } from "../support/ports.ts";
import { expect, onTestFinished, test } from "vitest";
import { OpenIdBrowser, startOpenIdProvider } from "../support/openid-provider.ts";
import { newFolder, settingsIn, startServer, until } from "./process.ts";

const subject = "ada";

/** Goes through the provider from an address of our API, back to the API's answer. */
async function enter(browser: OpenIdBrowser, address: string): Promise<Response> {
  const begun = await browser.open(address);
  expect(begun.status).toBe(302);
  const back = await browser.signIn(begun.headers.get("location") ?? "", subject);
  return await browser.open(back.href);
}

test(
  "SLF01 SLF03 people sign in at an OpenID provider, with the API below a path of the web application's origin",
  { timeout: 300_000 },
  async () => {
    const port = await ownPort();
    const { PUBLIC_URL: webUrl = "", ...settings } = settingsIn(newFolder(), port);
    const apiUrl = `${webUrl}/api`;
    const provider = await startOpenIdProvider({
      callbackUrl: `${apiUrl}/auth/oidc/callback`,
      signedOutUrl: `${webUrl}/`,
    });
    onTestFinished(() => provider.stop());
    delete settings["PROVIDER_API_URL"];
    await startServer({
      ...settings,
      PUBLIC_URL: webUrl,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_GROUPS_ADMIN: "platform",
    });

    // Somebody whom the provider does not let in can try again from the page that says so.
    const browser = new OpenIdBrowser();
    const refusal = await enter(browser, `${apiUrl}/auth/oidc/start`);
    expect(refusal.status).toBe(403);
    const [, again = ""] = /href="([^"]+)">Try again</.exec(await refusal.text()) ?? [];

    provider.people.set(subject, { email: "ada@example.com", email_verified: true, groups: ["platform"] });
    const entered = await enter(browser, again);
    expect(entered.status).toBe(302);
    expect(entered.headers.get("location")).toBe(`${webUrl}/`);

    const cookie = entered.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
    const me = await fetch(`${apiUrl}/me`, { method: "POST", headers: { origin: webUrl, cookie } });
    expect(me.status).toBe(200);
    expect(await me.json()).toMatchObject({ email: "ada@example.com", roles: ["ORG_ADMIN"] });
  },
);

test(
  "SLF03 SLF08 a provider that can't be reached is a line in the log at the start, which goes on",
  { timeout: 300_000 },
  async () => {
    const { PROVIDER_API_URL: _, ...settings } = settingsIn(newFolder(), await ownPort());
    const server = await startServer({
      ...settings,
      OIDC_ISSUER: "http://127.0.0.1:9",
      OIDC_CLIENT_ID: "shardwatch",
      OIDC_CLIENT_SECRET: "secret",
      SUPER_ADMIN_EMAILS: "ada@example.com",
    });
    await until(() => server.output().includes("the provider cannot be asked"), "the log says so");
  },
);

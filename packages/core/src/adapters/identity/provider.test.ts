import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Secret } from "../../kit/secret.ts";
import type { IdentityProvider } from "../../ports/identity.ts";
import { createIdentityProvider } from "./provider.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const session = new Secret("a-session");

/** A provider that answers with the listener. */
async function provider(
  listener: RequestListener,
  vouchesForEmails = false,
  deadline = 45_000,
): Promise<IdentityProvider> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return createIdentityProvider({ apiUrl: `http://127.0.0.1:${port}`, vouchesForEmails, deadline });
}

const csrf = JSON.stringify({ csrfToken: { csrf_token: "token" } });
const answering = (me: unknown, vouchesForEmails = false) =>
  answeringText(JSON.stringify(me), vouchesForEmails);
const answeringText = (me: string, vouchesForEmails = false) =>
  provider((request, response) => response.end(request.url === "/csrf" ? csrf : me), vouchesForEmails);
const good = {
  id: "123",
  email: "pat@example.com",
  email_verified: true,
  first_name: "Pat",
  last_name: "Lee",
};

test("EXT14 the provider is asked with its own cookie and its CSRF token, and with nothing else of the caller", async () => {
  const seen: unknown[] = [];
  const asked = await provider((request, response) => {
    const { cookie, authorization, origin } = request.headers;
    seen.push({ url: request.url, cookie, authorization, origin, token: request.headers["x-csrf-token"] });
    response.end(request.url === "/csrf" ? csrf : JSON.stringify(good));
  });
  expect(await asked.whoIs(session)).toEqual({
    outcome: "known",
    identity: {
      redisCloudId: "123",
      email: "pat@example.com",
      firstName: "Pat",
      lastName: "Lee",
      company: undefined,
    },
  });
  expect(seen).toEqual([
    {
      url: "/csrf",
      cookie: "JSESSIONID=a-session",
      authorization: undefined,
      origin: undefined,
      token: undefined,
    },
    {
      url: "/users/me",
      cookie: "JSESSIONID=a-session",
      authorization: undefined,
      origin: undefined,
      token: "token",
    },
  ]);
});

test("names come from name where first and last name are missing, ids also as numbers", async () => {
  const asked = await answering({
    id: 42,
    email: "a@example.com",
    email_verified: true,
    name: "Ada King Lovelace",
    company: " Analytical ",
  });
  expect(await asked.whoIs(session)).toMatchObject({
    identity: { redisCloudId: "42", firstName: "Ada", lastName: "King Lovelace", company: "Analytical" },
  });
});

test("SES17 only 401 is the provider's no", async () => {
  const refusing = await provider((_, response) => response.writeHead(401).end());
  expect(await refusing.whoIs(session)).toEqual({ outcome: "refused", asked: true });
});

test("SES14 R12 a wall in front, a page, silence, an endless or a broken answer: it cannot be asked", async () => {
  const silence: RequestListener = () => undefined;
  const listeners: RequestListener[] = [
    (_, response) => response.writeHead(403).end("<html>blocked</html>"),
    (_, response) => response.writeHead(500).end(),
    (_, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
    (_, response) => response.end("<html>maintenance</html>"),
    silence,
    (_, response) => {
      const more = () => response.writable && response.write("x".repeat(65_536), more);
      more();
    },
    (request) => request.socket.destroy(),
  ];
  for (const listener of listeners) {
    // Only silence is ended by the deadline.
    const asked = await provider(listener, false, listener === silence ? 300 : undefined);
    expect(await asked.whoIs(session)).toMatchObject({ outcome: "unavailable" });
  }
});

test("SEC23 an identity that could be taken for another one is none", async () => {
  const others = [
    { ...good, email: "\u212aim@example.com" },
    { ...good, email: `root@example.com${" ".repeat(200)}@evil.example` },
    { ...good, email: "no email" },
    { ...good, email: 7 },
    { ...good, id: " 4 " },
    { ...good, id: null },
    [],
    null,
  ];
  for (const me of others) {
    const asked = await answering(me);
    expect(await asked.whoIs(session)).toMatchObject({ outcome: "unavailable" });
  }
  const rounded = await answeringText('{"id":9007199254740993,"email":"pat@example.com"}');
  expect(await rounded.whoIs(session)).toMatchObject({ outcome: "unavailable" });
});

test("SEC23 an email counts when the provider says that it is verified, and where it is known to vouch for all, unless it says no", async () => {
  const { email_verified: _, ...untold } = good;
  const outcome = async (me: unknown, vouches: boolean) =>
    (await (await answering(me, vouches)).whoIs(session)).outcome;
  const refused = [untold, ...[false, null, "true", 1].map((said) => ({ ...good, email_verified: said }))];
  for (const me of refused) expect(await outcome(me, false)).toBe("unavailable");
  expect(await outcome(good, false)).toBe("known");
  expect(await outcome(untold, true)).toBe("known");
  for (const said of [false, "true", 1])
    expect(await outcome({ ...good, email_verified: said }, true)).toBe("unavailable");
});

test("a cookie that would smuggle a header is nobody's, and is never sent", async () => {
  let calls = 0;
  const asked = await provider((_, response) => {
    calls += 1;
    response.end();
  });
  for (const value of ["a; other=1", "a\r\nx: y", "a b", "", "x".repeat(5_000)])
    expect(await asked.whoIs(new Secret(value))).toEqual({ outcome: "refused", asked: false });
  expect(calls).toBe(0);
});

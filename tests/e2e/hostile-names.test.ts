import { actorOf } from "@shardwatch/core/account/account";
import { signInAccount as arriveAccount } from "@shardwatch/core/account/sign-in";
import { invite } from "@shardwatch/core/invitation/invite";
import { expect, type Page, test } from "@playwright/test";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { report } from "./keys.ts";
import { arrive } from "./place.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

/** A name that contains an image, a script and a link, if it were rendered as HTML. */
const carrier = (what: string) =>
  `<img src=x onerror=document.title='taken'><a href=javascript:1>${what}</a>`;

const names = {
  own: carrier("own org"),
  foreign: carrier("foreign org"),
  person: carrier("person"),
  account: carrier("account"),
  deployment: carrier("deployment"),
};

/** A hostile person invites the demo's admin into their organization. */
async function inviteAdmin(): Promise<void> {
  const identity = {
    redisCloudId: "666",
    email: "mallory@example.org",
    firstName: names.person,
    lastName: "M",
  };
  const account = await arriveAccount(product.services, { ...identity, company: names.foreign });
  const ctx = { ...product.services, actor: actorOf(account), requestId: "test" };
  await invite(ctx, { inviteeEmail: "admin@example.com", role: "VIEWER" });
}

/** Gives the demo's organization such names in every field that accepts them. */
async function nameThings(page: Page): Promise<void> {
  const ask = async (method: string, path: string, data: object, expected: number) => {
    const answer = await page.request.fetch(`${product.apiUrl}${path}`, {
      method,
      headers: { origin: product.webUrl },
      data,
    });
    expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBe(expected);
    return answer;
  };
  await ask("PATCH", "/me/organization", { name: names.own, description: carrier("description") }, 200);
  const cloud = { apiKey: "demo-api-key", apiSecret: "demo-api-secret", name: names.account };
  await ask("POST", "/redis-cloud", cloud, 201);
  // The name of a key allows only letters, digits and spaces.
  await ask("POST", "/access-key", { name: carrier("key") }, 400);
  const { compositeKey } = (await (
    await ask("POST", "/access-key", { name: "Hostile names" }, 201)
  ).json()) as {
    compositeKey: string;
  };
  expect(await report(product, compositeKey, [names.deployment, "stays"])).toBe(202);
  const list = (await (await ask("GET", "/deployments", {}, 200)).json()) as {
    deployments: { id: string; name: string }[];
  };
  const id = list.deployments.find(({ name }) => name === names.deployment)?.id;
  await ask("DELETE", `/deployments/${id}`, {}, 204);
}

/** The texts are visible, and no element was made from them. */
async function expectText(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts)
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator(`img[src="x"], a[href^="javascript"]`)).toHaveCount(0);
  await expect(page).not.toHaveTitle("taken");
}

test(
  "SEC14 names of organizations, people, accounts and deployments, and the notifications that repeat them, are text wherever they are shown",
  { tag: "@all" },
  async ({ page, browser }) => {
    await arrive(page, "admin@example.com", product);
    await inviteAdmin();
    await nameThings(page);
    await page.goto(`${product.webUrl}/profile`);
    await expectText(page, names.person, names.foreign);
    await page
      .getByRole("banner")
      .getByRole("button", { name: /^Notifications/ })
      .click();
    const panel = page.getByRole("dialog", { name: "Notifications" });
    await expect(panel.getByRole("listitem").filter({ hasText: names.deployment })).toBeVisible();
    await expect(
      panel.getByRole("listitem").filter({ hasText: `Invitation to ${names.foreign}` }),
    ).toBeVisible();
    await expectText(page);
    await page.goto(`${product.webUrl}/profile/organization`);
    await expectText(page, names.own, carrier("description"));
    await page.goto(`${product.webUrl}/integrations/redis-cloud`);
    await expectText(page, names.account);
    await page.getByRole("button", { name: `Delete ${names.account}` }).click();
    await expect(page.getByRole("dialog")).toContainText(names.account);
    await expectText(page);

    const admins = await (await browser.newContext()).newPage();
    await arrive(admins, "super@example.com", product);
    for (const [path, texts] of [
      ["/admin/organizations?pageSize=100", [names.own, names.foreign]],
      ["/admin/accounts?pageSize=100", [names.person]],
    ] as const) {
      await admins.goto(`${product.webUrl}${path}`);
      await expectText(admins, ...texts);
    }
    await admins.context().close();
  },
);

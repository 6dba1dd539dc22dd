import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { arrive, openAs } from "./place.ts";
import { changeAccount } from "./profile.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

test("LST74 LST75 LST76 LST78 ROL34 AMD09 OVR07 ONB01 everybody else gets a card for each kind of source that leads to the first deployment, unless filters are set", async ({
  page,
}) => {
  await openAs(page, "somebody.new@example.org", "/deployments", product);
  await expect(page.getByText("No deployments found", { exact: true })).toBeVisible();
  const cards = page.getByRole("list", { name: "Setup" }).getByRole("listitem");
  await expect(cards).toHaveCount(3);
  await expectAccessible(page, "empty list");
  await cards.getByRole("link", { name: "Connect a cloud account" }).click();
  await expect(page).toHaveURL(`${product.webUrl}/integrations/add?kind=redis-cloud`);
  await page.goto(`${product.webUrl}/deployments?search=x`);
  await expect(page.getByText("No deployments found", { exact: true })).toBeVisible();
  await expect(cards).toHaveCount(0);
});

test(
  "LST74 Q08 somebody without an organization is told how to join one, and gets no card that could not work",
  { tag: "@all" },
  async ({ page }) => {
    const email = "loner@example.org";
    await arrive(page, email, product);
    await changeAccount(page, product, { set: { roles: [] }, remove: ["organizationId"] });
    await page.goto(`${product.webUrl}/deployments`);
    await expect(page.getByText("No deployments found", { exact: true })).toBeVisible();
    await expect(page.getByText(`Ask an admin to invite ${email}.`)).toBeVisible();
    await expect(page.getByRole("link", { name: "Show invitations" })).toBeVisible();
    await expect(page.getByRole("list", { name: "Setup" })).toHaveCount(0);
  },
);

test(
  "INV03 ONB07 somebody without an organization is led to the invitations that wait, before an organization of their own",
  { tag: "@all" },
  async ({ page, browser }) => {
    const email = "waiting@example.org";
    await arrive(page, email, product);
    await changeAccount(page, product, { set: { roles: [] }, remove: ["organizationId"] });
    for (const inviter of ["admin@example.com", "globex@example.com"]) {
      const host = await (await browser.newContext()).newPage();
      await arrive(host, inviter, product);
      const options = { headers: { origin: product.webUrl }, data: { inviteeEmail: email } };
      expect((await host.request.post(`${product.apiUrl}/invitations`, options)).status()).toBe(201);
      await host.context().close();
    }
    await page.goto(`${product.webUrl}/deployments`);
    await expect(
      page.getByText("Marco Reyes invited you to join Acme Data, and 1 more invited you."),
    ).toBeVisible();
    const steps = page.getByRole("link", { name: "Show 2 invitations" });
    await expect(steps.locator("xpath=following-sibling::*")).toHaveText("Create organization");
    await expect(page.getByText("Ask an admin")).toHaveCount(0);
    await expectAccessible(page, "invitations that wait");
    await steps.click();
    await expect(page).toHaveURL(`${product.webUrl}/profile/organization`);
    await expect(
      page.getByText("Marco Reyes invited you to join Acme Data, and 1 more invited you."),
    ).toBeVisible();
  },
);

test(
  "OVR07 an empty organization can look around with demo data, where the configuration offers it",
  { tag: "@all" },
  async ({ page }) => {
    const email = "looks.around@example.org";
    const attention = page.getByRole("region", { name: "Needs attention" });
    const offer = page.getByRole("button", { name: "Look around with demo data" });
    product.configure({ features: { elasticache: true } });
    await openAs(page, email, "/overview", product);
    await expect(page.getByRole("list", { name: "Setup" }).getByRole("listitem")).toHaveCount(3);
    await expect(offer).toHaveCount(0);
    product.configure({});
    await page.reload();
    const adding = product.api.hold("POST /demo-data");
    await offer.click();
    await adding.arrived;
    await expect(page.getByRole("button", { name: "Adding demo data…" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    adding.release();
    const figures = page.getByRole("list", { name: "Figures" }).getByRole("link");
    await expect(figures.first()).toHaveText(/Deployments 10/);
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeFocused();
    await expect(
      page.getByRole("region", { name: "Sources" }).getByRole("link", { name: "Demo data" }),
    ).toBeVisible();
    await expect(attention.getByRole("link", { name: "Demo rate-limiter" })).toBeVisible();
  },
);

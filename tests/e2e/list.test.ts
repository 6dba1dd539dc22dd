import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { expectAccessible } from "./axe.ts";
import { cellOf, emptyLicense, rowOf, seen } from "./deployments.ts";
import { arrive, callsOf, openAs, scrollsSideways, sharedPlace } from "./place.ts";
import { changeAccount } from "./profile.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

test.describe("what it shows", () => {
  const longName = "Analytics (Redis on flash, Frankfurt data center, second room)";
  let product: TestProduct;

  test.beforeAll(async () => {
    product = await startTestProduct();
    await seen(product, { kind: "elasticache", id: "demo-elasticache", instance: "-" }, [
      { name: "checkout", type: "CLUSTER" },
    ]);
    await seen(product, { kind: "agent", id: "demo-licences", instance: "demo" }, [
      { name: "limit-only", type: "ENTERPRISE", license: { ...emptyLicense, shardsLimit: 16 } },
      { name: "trial", type: "ENTERPRISE", license: { ...emptyLicense, ramShardsInUse: 1, shardsLimit: 4 } },
    ]);
  });
  test.afterAll(() => product.stop());

  /** The computed colour as the browser writes it: lightness, chroma and, as an angle, the hue. */
  const green = /^oklch\(\S+ \S+ 1[45]\d/;
  const amber = /^oklch\(\S+ \S+ [789]\d\b/;
  const red = /^oklch\(\S+ \S+ 2\d\b/;
  const none = "rgba(0, 0, 0, 0)";

  test("AMD90 LSX01 LST01 LST03 LST23 LST24 LST25 LST26 LST54 LST55 LST93 ENT12 ENT13 ENT14 ENT15 ENT30 ENT31 ENT32 NAV04 a member's list tells type, source, databases, status, memory and shards", async ({
    page,
  }) => {
    await openAs(page, "viewer@example.com", "/deployments?pageSize=25", product);
    await expect(page.getByRole("heading", { level: 1, name: "Deployments" })).toBeVisible();
    await expect(page.getByText("A list of all deployments in your account")).toBeVisible();
    const has = async (name: string, column: string, text: string | RegExp) =>
      await expect(await cellOf(page, name, column)).toHaveText(text);

    await has("Payments", "Type", "Enterprise");
    await has("orders-cache", "Type", "OSS (Standalone)");
    await has("session-store", "Type", "OSS (Cluster)");
    await has("Storefront", "Type", "Cloud");

    await has("orders-cache", "Source", "Agent");
    await has("Storefront", "Source", "Redis Cloud");
    await has("checkout", "Source", "ElastiCache");

    await has("Payments", "Databases", "14");
    await has("New region", "Databases", "0");
    await has("orders-cache", "Status", /^active$/i);
    await has("orders-cache", "Memory", /^1\.\d\d \/ 2\.00 GiB\d\d\.\d%$/);
    await has("search-suggestions", "Memory", /^\d+\.\d\d MiBNo limit set$/);
    await has("New region", "Memory", /^—No databases$/);
    await has("rate-limiter", "Status", /^unreachable$/i);
    await has("staging-cache", "Status", /^stale$/i);

    await has("Payments", "Utilized/License Shards", "28/40");
    await has(longName, "Utilized/License Shards", "30/32");
    await has("limit-only", "Utilized/License Shards", /^16\b/);
    await has("trial", "Utilized/License Shards", "1/4");
    await expect(rowOf(page, "trial").getByRole("meter", { name: "All shards: 1 of 4" })).toBeVisible();
    await has("Evaluation", "Utilized/License Shards", "");
    await has("orders-cache", "Utilized/License Shards", "");
  });

  test("LST70 AMD11 LSX03 trouble is a red or amber badge, active a green dot, pending neither; each has icon and word", async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: "light" });
    // The status alone decides until the incidents are known.
    await page.route(`${product.apiUrl}/incidents**`, () => new Promise(() => undefined));
    await openAs(page, "viewer@example.com", "/deployments?pageSize=25", product);
    for (const [name, status, tone, mark] of [
      ["orders-cache", /^active$/i, none, green],
      ["New region", /^pending$/i, none, none],
      ["staging-cache", /^stale$/i, amber, undefined],
      ["rate-limiter", /^unreachable$/i, red, undefined],
      ["leaderboard", /^full$/i, red, undefined],
    ] as const) {
      const badge = rowOf(page, name).locator("[data-tone]", { has: page.getByText(status) });
      await expect(badge).toHaveCSS("background-color", tone);
      const icon = badge.locator("[aria-hidden]");
      await expect(icon).toHaveCount(1);
      if (mark) await expect(icon).toHaveCSS("background-color", mark);
    }
  });

  test("LST53 AMD08 Q37 a long name is cut only where the column has no more than 40 characters, and can be read in full, on hover and on focus", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1_024, height: 740 });
    await openAs(page, "viewer@example.com", "/deployments", product);
    const link = page.getByRole("link", { name: longName });
    const isCut = async () => await link.evaluate((one) => one.scrollWidth > one.clientWidth);
    expect(await isCut()).toBe(true);
    const whole = page.getByRole("tooltip");
    await link.focus();
    await expect(whole).toHaveText(longName);
    await page.keyboard.press("Escape");
    await expect(whole).toHaveCount(0);
    await link.blur();
    await link.hover();
    await expect(whole).toHaveText(longName);
    await page.setViewportSize({ width: 1_920, height: 740 });
    await page.mouse.move(0, 0);
    await expect.poll(isCut).toBe(false);
    await link.focus();
    await expect(whole).toHaveCount(0);
  });

  test("LST40 LST41 LST42 LST43 LST47 LIM01 LIM02 the list is turned page by page, and another page size starts at the first", async ({
    page,
  }) => {
    // These are two pages.
    await openAs(page, "viewer@example.com", "/deployments?source=agent", product);
    const rows = page.getByRole("row").filter({ has: page.getByRole("link") });
    const button = (name: string) => page.getByRole("button", { name: `${name} page` });
    const enabled = async (...names: string[]) => {
      for (const name of ["First", "Previous", "Next", "Last"])
        await expect(button(name)).toBeEnabled({ enabled: names.includes(name) });
    };
    await expect(rows).toHaveCount(10);
    const first = await rows.first().textContent();
    await enabled("Next", "Last");
    await button("Next").click();
    await expect(page).toHaveURL(/[?&]page=2/);
    await expect(rows.first()).not.toHaveText(first ?? "");
    await enabled("First", "Previous");
    await button("First").click();
    await expect(rows.first()).toHaveText(first ?? "");
    await button("Last").click();
    await button("Previous").click();
    await expect(rows.first()).toHaveText(first ?? "");
    await button("Last").click();
    await expect(page).toHaveURL(/[?&]page=2/);

    const size = page.getByLabel("Items per page");
    await expect(size.getByRole("option")).toHaveText(["10", "25", "50", "100"]);
    await size.selectOption("25");
    await expect(page).toHaveURL(`${product.webUrl}/deployments?source=agent&pageSize=25`);
    await expect(rows.first()).toHaveText(first ?? "");
    const total = await rows.count();
    await expect(page.getByText(`Showing ${total} of ${total} deployments`)).toBeVisible();
  });

  test("LST51 DET01 a click on a row opens the deployment, the query string goes there and back", async ({
    page,
  }) => {
    await openAs(page, "viewer@example.com", "/deployments?page=2", product);
    await (await cellOf(page, "staging-cache", "Type")).click();
    await expect(page).toHaveURL(/\/deployments\/dep_\w+\?page=2$/);
    await expect(page.getByRole("heading", { level: 1, name: "staging-cache" })).toBeVisible();
    await page.getByRole("link", { name: "Back to Deployments" }).click();
    await expect(page).toHaveURL(`${product.webUrl}/deployments?page=2`);
    await page.getByRole("link", { name: "staging-cache" }).click();
    await expect(page).toHaveURL(/\/deployments\/dep_\w+\?page=2$/);
  });

  test("LST50 in a small window every row is a card with the same fields", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openAs(page, "viewer@example.com", "/deployments?pageSize=25", product);
    const card = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "Payments" }) });
    await expect(card).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
    for (const [field, value] of [
      ["Type", "Enterprise"],
      ["Source", "Agent"],
      ["Databases", "14"],
      ["Status", /^nearly full$/i],
      ["Utilized/License Shards", "28/40"],
    ] as const) {
      const line = card.locator("div", { has: page.getByRole("term").filter({ hasText: field }) }).last();
      await expect(line.getByRole("definition")).toHaveText(value);
    }
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    // The link covers the card, so a click anywhere is a click on the link.
    await card.getByText("Enterprise").click({ force: true });
    await expect(page).toHaveURL(/\/deployments\/dep_/);
  });

  test("LST02 AMD09 a super admin's list spans organizations, and names the one that is chosen", async ({
    page,
  }) => {
    await openAs(page, "super@example.com", "/deployments", product);
    const subtitle = page.getByText("A list of all deployments across organizations");
    await expect(subtitle).toHaveText("A list of all deployments across organizations");
    await expect(rowOf(page, "orders-cache").or(rowOf(page, "checkout")).first()).toBeVisible();
    await openAs(page, "super@example.com", `/deployments?org=${product.people.organization}`, product);
    await expect(subtitle).toHaveText("A list of all deployments across organizations · Acme Data");
  });
});

test.describe("without rows", () => {
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
    await expect(cards).toHaveText([/Set up the agent/, /Connect a cloud account/, /Connect an AWS account/]);
    await expectAccessible(page, "empty list");
    product.configure({ features: { elasticache: false } });
    await page.reload();
    await expect(cards).toHaveText([/Set up the agent/, /Connect a cloud account/]);
    product.configure({});
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
      await expect(figures.first()).toHaveText(/Deployments 14/);
      await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeFocused();
      await expect(
        page.getByRole("region", { name: "Sources" }).getByRole("link", { name: "Demo data" }),
      ).toBeVisible();
      await expect(attention).toContainText("The first check comes within five minutes.");
    },
  );
});

test.describe("quick hands", () => {
  test(
    "a key counts from the first picture with rows on, and a change rests on the one just before",
    { tag: "@all" },
    async ({ page }) => {
      await page.addInitScript(`
    new MutationObserver((_, observer) => {
      if (!document.querySelector("[data-row-link]")) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
      window.focused = document.activeElement?.getAttribute("aria-label");
    }).observe(document, { childList: true, subtree: true });
  `);
      await openAs(page, "viewer@example.com");
      await expect.poll(() => page.evaluate("window.focused")).toBe("Search by name or filter");
      const handles = [
        page.getByRole("columnheader", { name: "Name" }).getByRole("button"),
        page.getByRole("button", { name: "Next page" }),
      ];
      const [name, next] = await Promise.all(handles.map((button) => button.elementHandle()));
      await page.evaluate(
        ([first, second]) => {
          first?.dispatchEvent(new Event("click", { bubbles: true }));
          second?.dispatchEvent(new Event("click", { bubbles: true }));
        },
        [name, next],
      );
      await expect(page).toHaveURL(/\/deployments\?order=desc&page=2$/);
    },
  );
});

test.describe("width", () => {
  // A window of 1,440 pixels less the 15 of a scroll bar, which this browser does not have.
  test.use({ viewport: { width: 1_425, height: 900 } });

  test(
    "LSX10 LST26 the columns that are shown at first fit beside the rail at 1,440 px, and none is cut",
    { tag: "@all" },
    async ({ page }) => {
      await openAs(page, "globex@example.com", "/deployments?pageSize=25");
      await expect(page.locator("[data-row-link]")).toHaveCount(25);
      const table = page.getByRole("table");
      expect(await table.evaluate((one) => one.offsetWidth - (one.parentElement?.clientWidth ?? 0))).toBe(0);
      await expect(page.getByRole("columnheader").last()).toHaveText("Actions");
      for (const header of await page.getByRole("columnheader").all())
        expect(await header.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    },
  );

  test("LSX10 a memory cell has its sums and the percentage beside each other, and no part of another word", async ({
    page,
  }) => {
    await openAs(page, "globex@example.com", "/deployments?pageSize=100&sort=memory&order=desc");
    await expect(page.locator("[data-row-link]")).toHaveCount(100);
    const percentages = page.getByRole("cell").getByText(/^\d+\.\d%$/);
    expect(await percentages.count()).toBeGreaterThan(50);
    const overlaps = await percentages.evaluateAll((all) =>
      all
        .filter((one) => {
          const sums = one.parentElement?.parentElement?.firstElementChild;
          return !sums || sums.getBoundingClientRect().right > one.getBoundingClientRect().left;
        })
        .map((one) => one.textContent),
    );
    expect(overlaps).toEqual([]);
  });
});

test.describe("export", () => {
  test(
    "LSX08 the view is exported as CSV in its order, with all of its pages, without a request but for figures, and this is announced",
    { tag: "@all" },
    async ({ page }) => {
      await openAs(page, "globex@example.com", "/deployments?type=STANDALONE&sort=databaseCount&order=desc");
      const rows = page.getByRole("row").filter({ has: page.getByRole("link") });
      await expect(rows).toHaveCount(10);
      const [, total = ""] =
        /of (\d+) deployments/.exec((await page.getByText(/Showing 10 of/).textContent()) ?? "") ?? [];
      const shown = await rows.getByRole("link").allTextContents();
      const calls = callsOf(page, sharedPlace());
      const started = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export CSV" }).click();
      const download = await started;
      const name = download.suggestedFilename();
      expect(name).toMatch(/^deployments-\d{4}-\d{2}-\d{2}\.csv$/);
      const text = await readFile(await download.path(), "utf8");
      expect(text.startsWith("\ufeff")).toBe(true);
      const records = parse<Record<string, string>>(text, { columns: true, bom: true });
      expect(records).toHaveLength(Number(total));
      expect(records.slice(0, 10).map((record) => record["name"])).toEqual(shown);
      expect(new Set(records.map((record) => record["type"]))).toEqual(new Set(["STANDALONE"]));
      const counts = records.map((record) => Number(record["databaseCount"]));
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      await expect(
        page.getByRole("status").filter({ hasText: `${total} deployments exported to ${name}` }),
      ).toBeVisible();
      // An open list asks every ten seconds whether something has changed.
      expect(calls.filter((call) => call !== "GET /deployments/changed")).toEqual(["GET /deployments"]);
    },
  );
});

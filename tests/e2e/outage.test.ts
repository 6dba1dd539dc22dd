import { canaryKey } from "@shardwatch/core/canary/canary.keys";
import { canaryKind } from "@shardwatch/core/canary/canary.table";
import { ticksKey } from "@shardwatch/core/incident/incident.keys";
import { evaluate } from "@shardwatch/core/incident/pass";
import { ticksKind } from "@shardwatch/core/incident/ticks.table";
import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { openAs } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

const minute = 60_000;
let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

test(
  "INC08 after an outage of ours, incidents and overview say that silence is not noticed yet, and before the first look that there was none",
  { tag: "@all" },
  async ({ page }) => {
    const { services, people } = product;
    await openAs(page, "viewer@example.com", "/overview", product);
    const strip = page.getByRole("region", { name: "Open incidents" });
    await expect(strip).toContainText("The first look is within five minutes");
    const now = services.clock.now() - (services.clock.now() % minute);
    const [previous, since] = [now - minute, now - 60 * minute];
    await evaluate(services, people.organization, { minute: previous, previous: previous - minute, since });
    await services.table.put({ ...ticksKey, ...ticksKind.write({ minute: now, previous, since }) });
    const said = page.getByRole("status").filter({ hasText: "Who is silent is known again from" });
    await page.reload();
    await expect(strip.getByRole("link").first()).toBeVisible();
    await expect(said).toHaveCount(0);

    const accepted = "fffffffffffffffc";
    await services.table.put({ ...canaryKey, ...canaryKind.write({ minute: now, accepted }) });
    for (const path of ["/overview", "/incidents"]) {
      await page.goto(`${product.webUrl}${path}`);
      await expect(said).toBeVisible();
      await expectAccessible(page, `${path} after an outage`);
    }
  },
);

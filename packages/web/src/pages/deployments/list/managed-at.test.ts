import { expect, test } from "vitest";
import { managedAt } from "./managed-at.ts";

const cloudSubscription = {
  subscriptionType: "Pro",
  provider: "AWS",
  regions: [],
  link: "https://cloud.example/1",
};
const addresses = { enterpriseAdminUrl: "https://console.example:8443/", cloudSubscription };

test.each([
  ["ENTERPRISE", "admin console", "https://console.example:8443/"],
  ["enterprise", "admin console", "https://console.example:8443/"],
  ["CLOUD", "cloud subscription", "https://cloud.example/1"],
  ["cloud", "cloud subscription", "https://cloud.example/1"],
])("LST56 LST57 DET22 a deployment of type %s is managed in the %s", (type, place, href) => {
  const managed = managedAt({ type, ...addresses });
  expect(managed).toMatchObject({ place, url: { href } });
});

test("a deployment of another type is managed nowhere", () => {
  expect(managedAt({ type: "STANDALONE", ...addresses })).toBeUndefined();
});

import { type DemoDatabase, type DemoDeployment, gibibyte, one } from "./demo.ts";
import { grown, overused } from "./licences.ts";

const checkout = (name: string, gibibytes: number, fill: number, more: Partial<DemoDatabase>) =>
  one(name, "7.4.2", gibibytes * gibibyte, fill, more);

/** Deployments of the demo organization with what the outlook can say that is rare. */
export const outcomes: DemoDeployment[] = [
  {
    key: "checkout",
    name: "Webshop",
    type: "ENTERPRISE",
    databases: [
      ...checkout("carts", 16, 0.92, { grew: [{ days: 60, perDay: 0.011 }] }),
      ...checkout("order-history", 32, 0.8, { grew: [{ days: 80, perDay: 0.008 }] }),
      ...checkout("prices", 8, 0.6, { policy: "volatile-lru", grew: [{ days: 84, perDay: 0.006 }] }),
      // Faster lately.
      ...checkout("gift-cards", 4, 0.7, {
        grew: [
          { days: 18, perDay: 0.012 },
          { days: 66, perDay: 0.004 },
        ],
      }),
      // Slower lately, and for so long that there is a date.
      ...checkout("wishlists", 8, 0.8, {
        grew: [
          { days: 24, perDay: 0.004 },
          { days: 60, perDay: 0.011 },
        ],
      }),
      // Slower since some days: no date is clear.
      ...checkout("returns", 4, 0.86, {
        grew: [
          { days: 12, perDay: 0.01 },
          { days: 26, perDay: 0.025 },
        ],
      }),
      ...checkout("vouchers", 2, 0.995, {}),
      ...checkout("product-pages", 24, 0.995, {
        policy: "allkeys-lru",
        evicting: 900,
        grew: [
          { days: 40, perDay: 0 },
          { days: 120, perDay: 0.005 },
        ],
      }),
      ...checkout("stock-levels", 6, 0.4, { grew: [{ days: 84, perDay: 0.001 }] }),
      ...checkout("loyalty", 4, 0.2, { age: 5 }),
    ],
    license: overused,
    adminUrl: "https://webshop.acme.example:8443",
  },
  {
    key: "sign-in",
    name: "Sign-in",
    type: "ENTERPRISE",
    databases: [
      ...one("logins", "7.4.2", 8 * gibibyte, 0.55),
      ...one("consents", "7.4.2", 2 * gibibyte, 0.3),
    ],
    license: grown,
    adminUrl: "https://sign-in.acme.example:8443",
  },
  {
    key: "push-tokens",
    name: "push-tokens",
    type: "STANDALONE",
    databases: one(null, "8.2.1", gibibyte, 0.99, { policy: "volatile-ttl", expiring: 0.383 }),
  },
  {
    key: "jobs",
    name: "worker-queue",
    type: "STANDALONE",
    databases: one(null, "8.2.1", 4 * gibibyte, 0.7, {
      policy: "volatile-lru",
      expiring: 0.045,
      grew: [{ days: 50, perDay: 0.007 }],
    }),
  },
];

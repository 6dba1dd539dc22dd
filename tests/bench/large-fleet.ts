import { seen } from "../e2e/deployments.ts";
import type { TestProduct } from "../e2e/test-product.ts";

export const fleetSize = 10_000;
const agents = 20;

/**
 * Observes ten thousand deployments of three databases each.
 * @param nameOf the name of each, from 0 on
 */
export async function observeLargeFleet(
  product: TestProduct,
  nameOf: (index: number) => string,
): Promise<void> {
  const each = fleetSize / agents;
  for (let agent = 0; agent < agents; agent += 1) {
    const deployments = Array.from({ length: each }, (_, index) => ({
      name: nameOf(agent * each + index),
      databases: [0, 1, 2].map((id) => ({
        id: String(id),
        name: `db-${id}`,
        status: "active",
        version: "8.2",
        memoryUsed: "1048576",
        memoryLimit: "2097152",
        tlsEnabled: true,
      })),
    }));
    await seen(product, { kind: "agent", id: `bench-${agent}`, instance: "-" }, deployments);
  }
}

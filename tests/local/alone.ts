import { startProduct } from "../e2e/product.ts";
import { signIn } from "./api-client.ts";

/*
 * Starts the product, signs in and uses the parts that call third parties elsewhere: the provider, Redis
 * Cloud and AWS. Prints the results as JSON. It is a program of its own, so that it can run without a
 * network.
 */
const product = await startProduct({
  dataFolder: process.argv[2] ?? "",
  environment: { SHARDWATCH_REDIS: "off" },
});
try {
  const person = await signIn(product, "admin@example.com");
  const keys = { apiKey: "demo-api-key", apiSecret: "demo-api-secret" };
  const connected = await person.call("POST", "/redis-cloud", keys);
  const issued = await person.call("POST", "/api/elasticache/external-id");
  const deployments = await person.deployments();
  console.log(
    JSON.stringify({
      statuses: [connected.status, issued.status],
      sources: [...new Set(deployments.map(({ source }) => source))].toSorted(),
    }),
  );
} finally {
  await product.stop();
}

// Bundles the Lambda functions into dist/functions/<name>/index.mjs and prints their sizes.
import { relative } from "node:path";
import { bundleLambda, lambdas } from "./lib/bundle.mjs";
import { root } from "./lib/paths.mjs";

for (const name of Object.keys(lambdas)) {
  const { file, bytes, gzipBytes } = await bundleLambda(name);
  const [size, compressed] = [bytes, gzipBytes].map((count) => `${Math.ceil(count / 1_024)} KB`);
  console.log(`${relative(root, file)}: ${size}, ${compressed} with gzip`);
}

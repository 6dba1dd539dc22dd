import { whyNoContainers } from "./container-tools.mjs";
import { run } from "./run.mjs";
import { unreachableCode } from "./unreachable.mjs";

/**
 * Builds the images, and runs them by programs of others: by runc, and by podman-compose with the compose file. Where
 * that can't be done, one line says so, and nothing fails.
 * @param {readonly string[]} reporters of Vitest
 * @returns {Promise<number>} an exit code
 */
export async function proveImages(reporters) {
  const why = await whyNoContainers();
  if (why !== undefined) return notProven(why);
  const built = await run("node", ["scripts/image.mjs"]);
  if (built === unreachableCode) return notProven("Debian's mirror or npm's registry can't be reached");
  if (built !== 0) return built;
  const files = ["image", "minute", "compose"].map((name) => `tests/deploy/${name}.proof.ts`);
  // One after the other: a browser gives up its requests while the network of a compose file comes and goes.
  return await run("vitest", ["run", "--project=proof", "--no-file-parallelism", ...reporters, ...files]);
}

/** @param {string} why */
function notProven(why) {
  console.log(`NOT PROVEN: that the images and the compose file run in containers (SLF03, SLF04): ${why}.`);
  return 0;
}

// Installs and builds what is missing, then runs the product: `npm start`, or `npm run dev` with hot reload.
// Plain Node without packages: at the first start there are none.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { installPackages } from "./lib/packages.mjs";
import { productNode, root, toolEnvironment } from "./lib/paths.mjs";
import { buildWeb, webIsStale } from "./lib/web-build.mjs";

const dev = process.argv.includes("--dev");

async function prepare() {
  if (!(await installPackages())) return false;
  if (dev || !webIsStale()) return true;
  console.log("Building the web application ...");
  const code = await buildWeb();
  if (code !== 0) console.error(`The web application could not be built (vite ended with code ${code}).`);
  return code === 0;
}

/** Runs the product; it ends when we end, because the channel to it closes then. */
function runProduct() {
  const watch = dev ? ["--watch", "--watch-preserve-output"] : [];
  const args = [...watch, "packages/local/src/main.ts", ...(dev ? ["--dev"] : [])];
  const product = spawn(productNode, args, {
    cwd: root,
    env: toolEnvironment(),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // At Ctrl-C a terminal signals the product too. A second signal does no harm.
      if (product.exitCode === null) product.kill(signal);
    });
  }
  endWithNpm(() => product.kill("SIGTERM"));
  product.once("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/**
 * When npm itself is killed, it cannot signal us. Then we, or the shell between npm and us, get another
 * parent.
 */
function endWithNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = ancestors();
  setInterval(() => {
    if (ancestors() !== before) stop();
  }, 500).unref();
}

/** Our parent and, where the system shows it, its parent. */
function ancestors() {
  const file = `/proc/${process.ppid}/stat`;
  // "pid (name) state parent ...", and the name may have blanks and parentheses.
  const [, grandparent] = existsSync(file) ? readFileSync(file, "utf8").split(") ").at(-1).split(" ") : [];
  return `${process.ppid} ${grandparent}`;
}

if (await prepare()) runProduct();
else process.exitCode = 1;

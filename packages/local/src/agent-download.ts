import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Hono } from "hono";

/** Where the run on one machine serves the agent. */
export const agentDownloadPath = "/agent-download";

const name = "shardwatch-agent.mjs";
const builder = fileURLToPath(new URL("../../agent/build.mjs", import.meta.url));
const run = promisify(execFile);

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>The agent of this machine</title>
<h1>The agent of this machine</h1>
<p>It was built from this checkout, and needs Node.js 22.2 or newer.
<ul>
<li><a href="${agentDownloadPath}/${name}" download>${name}</a>
<li><a href="${agentDownloadPath}/SHA256SUMS">SHA256SUMS</a>
</ul>
`;

/**
 * Serves the agent as a file with its checksum, as a page of releases does. The agent is built at the first
 * request in about 0.7 s, and once in a process. The API serves it, because that server exists also with `npm run dev`
 * and with a real sign-in provider. The checksum comes from the same server, so it finds damage and no attack.
 * @param folder takes the built file
 */
export function createAgentDownload(folder: string) {
  const file = join(folder, name);
  let building: Promise<Buffer<ArrayBuffer>> | undefined;
  const build = async () => {
    await run(process.execPath, [builder, file]);
    return await readFile(file);
  };
  const built = () => (building ??= build());

  const app = new Hono().basePath(agentDownloadPath);
  app.get("/", (context) => context.html(page));
  app.get(`/${name}`, async (context) => {
    context.header("content-type", "text/javascript; charset=utf-8");
    return context.body(await built());
  });
  app.get("/SHA256SUMS", async (context) => {
    const sum = createHash("sha256")
      .update(await built())
      .digest("hex");
    return context.text(`${sum}  ${name}\n`);
  });
  app.onError((error, context) => {
    building = undefined; // the next request tries again
    return context.text(`The agent could not be built: ${error.message}\n`, 500);
  });
  return app;
}

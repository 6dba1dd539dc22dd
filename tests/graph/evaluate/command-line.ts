import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { json } from "node:stream/consumers";
import { root } from "./platform.ts";

interface Build {
  functionID: string;
  bundle?: string;
  handler: string;
}

/** The bundle of each function, by SST's name of the function. */
export const bundles = new Map<string, string>();

/** Takes a function's bundle as it is. SST does not look into it; Lambda would fail at the first call. */
function takeBundle({ functionID, bundle, handler }: Build) {
  bundles.set(`${functionID}Function`, basename(bundle ?? ""));
  const [file = "", name = ""] = handler.split(".");
  const path = join(root, bundle ?? "", `${file}.mjs`);
  const exported =
    existsSync(path) && new RegExp(`export\\{[^}]*\\b${name}\\b`).test(readFileSync(path, "utf8"));
  const errors = bundle && exported ? [] : [`${functionID}: ${path} exports no ${name}`];
  return { out: bundle, handler, errors, sourcemaps: [] };
}

/** What SST's command line answers to the program. */
const answers: Record<string, (args: unknown) => object> = {
  "Provider.Aws.Bootstrap": () => ({ asset: "sst-assets", state: "sst-state" }),
  "Runtime.Build": (args) => takeBundle(args as Build),
};

/** Takes the place of SST's command line, which the program calls over HTTP. */
export async function startCommandLine(): Promise<string> {
  const server = createServer((request, response) => {
    void json(request).then((call) => {
      const { method, params } = call as { method: string; params: unknown[] };
      const result = answers[method]?.(params[0]);
      response.end(JSON.stringify(result ? { result } : { error: `The evaluation does not know ${method}` }));
    });
  });
  // The program may use a connection again after any time.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

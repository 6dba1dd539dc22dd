// Builds the web application for a deployment, with its configuration (WEB_CONFIG, JSON) beside it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";
import { buildWeb } from "./lib/web-build.mjs";

const { WEB_CONFIG } = process.env;
if (!WEB_CONFIG) throw new Error("WEB_CONFIG is not set: the content of config.json");
const code = await buildWeb();
if (code === 0) writeFileSync(join(root, "packages/web/dist/config.json"), WEB_CONFIG);
process.exitCode = code;

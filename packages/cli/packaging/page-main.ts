// Writes the page about the command line: `npm run page -w @shardwatch/cli`. A test says when it is out of date.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { commandLinePage } from "./page.ts";

writeFileSync(fileURLToPath(new URL("../../../docs/command-line.md", import.meta.url)), commandLinePage());

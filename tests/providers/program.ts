import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { patience } from "../support/patience.ts";
import { until } from "../server/process.ts";

/** Where `npm run prove -- providers` has unpacked the packages. */
function unpacked(): string {
  const folder = process.env["SHARDWATCH_PROVIDERS"];
  if (folder === undefined) throw new Error("the programs are missing: run npm run prove -- providers");
  return folder;
}

/** A file of the packages, by its path in the system that they are made for. */
export const fileOf = (path: string): string => join(unpacked(), "root", path);

/** The script that starts a program of the packages with the libraries of its own release. */
const programOf = (name: string): string => join(unpacked(), "bin", name);

/** The folders of the packages where Perl looks for its modules: it knows them by their places in the system only. */
export function perlFolders(): string {
  const [libraries = ""] = readdirSync(fileOf("usr/lib")).filter((name) => name.endsWith("-linux-gnu"));
  const [version = ""] = readdirSync(fileOf(`usr/lib/${libraries}/perl5`));
  return [
    `usr/lib/${libraries}/perl5/${version}`,
    "usr/share/perl5",
    `usr/lib/${libraries}/perl-base`,
    `usr/lib/${libraries}/perl/${version}`,
    `usr/share/perl/${version}`,
  ]
    .map(fileOf)
    .join(":");
}

/** Starts a program and waits until it answers at that address. Throws with its output when it ends before. */
export async function startProgram(
  name: string,
  args: readonly string[],
  address: string,
  environment: Record<string, string> = {},
): Promise<{ stop(): Promise<void> }> {
  const env = { PATH: process.env["PATH"] ?? "", ...environment };
  const child = spawn(programOf(name), args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  const over = { is: false };
  const ended = new Promise<void>((resolve) => {
    child.once("error", (error) => (output += error.message));
    child.once("close", resolve);
  }).finally(() => (over.is = true));
  const stop = async () => {
    child.kill("SIGTERM");
    const force = setTimeout(() => child.kill("SIGKILL"), patience);
    await ended.finally(() => clearTimeout(force));
  };
  let status: number | undefined;
  const ask = async () => {
    status = await fetch(address).then(
      (answer) => answer.status,
      () => undefined,
    );
    return over.is || status !== undefined;
  };
  await until(ask, `${name} answers`).catch(() => undefined);
  if (status === 200 && !over.is) return { stop };
  await stop();
  throw new Error(`${name} did not start (status ${status}):\n${output}`);
}

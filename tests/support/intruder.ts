import { spawn } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { text } from "node:stream/consumers";

/** The user that the intruder is, where the tests run as root. */
const nobody = 65_534;

/** What a program of another user finds on the machine. */
export interface Found {
  /** Ports that somebody listens at, as everybody reads them. */
  ports: number[];
  /** Tables of every database that gave a list, by its address. */
  tables: Record<string, string[]>;
  /** What came of connecting to the Unix socket, and of writing: a code of an error, or "open". */
  socket: string;
}

/**
 * The intruder gives up its rights first. It looks up all listening sockets of its network in /proc. It asks those of
 * this test for a list of tables, as the embedded database is asked: other tests count what they are asked. Then it
 * tries a Unix socket.
 */
const script = `
const { readFileSync } = require("node:fs");
const net = require("node:net");
const http = require("node:http");
const [, user, path, own] = process.argv;
if (process.getuid() === 0) {
  process.setgroups([]);
  process.setgid(Number(user));
  process.setuid(Number(user));
}
const listening = readFileSync("/proc/net/tcp", "utf8").split("\\n").slice(1).map((line) => line.trim().split(/\\s+/))
  .filter(([, , , state]) => state === "0A")
  .map((columns) => [...columns[1].split(":"), columns[9]])
  .map(([host, port, inode]) => ({
    isOurs: own.split(",").includes(inode),
    host: host.match(/../g).reverse().map((part) => parseInt(part, 16)).join("."),
    port: parseInt(port, 16),
  }));
const headers = {
  "content-type": "application/x-amz-json-1.0",
  "x-amz-target": "DynamoDB_20120810.ListTables",
  "x-amz-date": "20260101T000000Z",
  authorization: "AWS4-HMAC-SHA256 Credential=local/20260101/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none",
};
const ask = ({ host, port }) => new Promise((resolve) => {
  const request = http.request({ host, port, method: "POST", headers, timeout: 20_000 }, async (answer) => {
    let body = "";
    for await (const chunk of answer) body += chunk;
    try { resolve(JSON.parse(body).TableNames); } catch { resolve(undefined); }
  });
  request.once("timeout", () => request.destroy());
  request.once("error", () => resolve(undefined));
  request.end("{}");
});
const reach = (to) => new Promise((resolve) => {
  const socket = net.connect(to);
  socket.once("connect", () => { socket.destroy(); resolve("open"); });
  socket.once("error", ({ code }) => resolve(code));
});
(async () => {
  const tables = {};
  await Promise.all(listening.filter(({ isOurs }) => isOurs).map(async (place) => {
    const names = await ask(place);
    if (Array.isArray(names)) tables[place.host + ":" + place.port] = names;
  }));
  const socket = path ? await reach({ path }) : "";
  console.log(JSON.stringify({ ports: listening.map(({ port }) => port), tables, socket }));
})();
`;

/** The processes that this one has started, and theirs. */
function descendants(): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const [, parent] = /\) \S (\d+) /.exec(readIfThere(`/proc/${name}/stat`)) ?? [];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const found = new Set([process.pid]);
  // A child may have a smaller number than its parent.
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** Each process may end at any moment. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The inodes of the sockets of this test's processes. */
function ownSockets(): string[] {
  return descendants().flatMap((pid) => {
    try {
      return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
        const [, inode] = /^socket:\[(\d+)\]$/.exec(linkIfThere(`/proc/${pid}/fd/${fd}`)) ?? [];
        return inode ?? [];
      });
    } catch {
      return [];
    }
  });
}

function linkIfThere(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

/**
 * Looks around as another user, where the tests may change the user.
 * @param socket path of a Unix socket to try
 * @param within a command that runs the intruder elsewhere, such as nsenter
 */
export async function intrude(socket = "", within: readonly string[] = []): Promise<Found> {
  const node = [process.execPath, "-e", script, "--", String(nobody), socket, ownSockets().join()];
  const [command = "", ...args] = [...within, ...node];
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  return JSON.parse(await text(child.stdout)) as Found;
}

import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIP } from "node:net";

/** What a question is answered with: addresses of both families, none, or nothing at all. */
export type NameAnswer = readonly string[] | "servfail" | "silence";

export interface NameServer {
  /** "127.0.0.1:port" */
  address: string;
  /** The names that were asked for, with the family, in order: "hooks.example.com A". */
  questions: string[];
  stop(): Promise<void>;
}

const types: Readonly<Record<number, "A" | "AAAA">> = { 1: "A", 28: "AAAA" };

/**
 * A name server on loopback. Each family has its own count of questions, so an answer can change with every look-up.
 * @param answer is called with the name and with how often this family of it was asked for before
 */
export async function startNameServer(
  answer: (name: string, before: number) => NameAnswer,
): Promise<NameServer> {
  const socket = createSocket("udp4");
  const questions: string[] = [];
  socket.on("message", (query, { port, address }) => {
    const { name, end } = nameIn(query);
    const type = query.readUInt16BE(end);
    const question = `${name} ${types[type] ?? type}`;
    const found = answer(name, questions.filter((one) => one === question).length);
    questions.push(question);
    if (found === "silence") return;
    const failure = found === "servfail" ? 2 : 0;
    const family = types[type] === "A" ? 4 : 6;
    const records = found === "servfail" ? [] : found.filter((one) => isIP(one) === family);
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180 | failure, 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    const answers = records.map((one) => recordOf(type, one));
    socket.send(Buffer.concat([head, query.subarray(12, end + 4), ...answers]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    stop: () => new Promise((resolve) => void socket.close(resolve)),
  };
}

/** The name of a query's question, and where its type begins. */
function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

/** A record that points at the question's name and expires at once. */
function recordOf(type: number, address: string): Buffer {
  const data = type === 1 ? Buffer.from(address.split(".").map(Number)) : bytesOfSix(address);
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
}

/** The 16 bytes of an IPv6 address without an IPv4 part. */
function bytesOfSix(address: string): Buffer {
  const [head = [], tail = []] = address.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  const bytes = Buffer.alloc(16);
  for (const [place, group] of [...head, ...zeros, ...tail].entries())
    bytes.writeUInt16BE(Number.parseInt(group, 16), 2 * place);
  return bytes;
}

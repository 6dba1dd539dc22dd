import { once } from "node:events";
import { connect } from "node:net";
import { host } from "@shardwatch/server/machine/ports";

const deadlineMs = 10_000;

/** A command as Redis reads it: an array of bulk strings. */
function command(...words: string[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${parts.join("")}`;
}

/**
 * Sends commands that each answer one line and returns those lines. Throws when Redis says no or is silent.
 */
async function send(port: number, commands: string[]): Promise<string[]> {
  const socket = connect({ port, host, signal: AbortSignal.timeout(deadlineMs) });
  socket.setEncoding("utf8");
  try {
    await once(socket, "connect");
    socket.write(commands.join(""));
    let answer = "";
    for await (const chunk of socket) {
      answer += String(chunk);
      const lines = answer.split("\r\n").slice(0, -1);
      const refusal = lines.find((line) => line.startsWith("-"));
      if (refusal) throw new Error(`redis-server refused: ${refusal.slice(1)}`);
      if (lines.length >= commands.length) return lines;
    }
    throw new Error("redis-server closed the connection");
  } finally {
    socket.destroy();
  }
}

/** Whether the server is up and takes the password. */
export async function ping(port: number, password: string): Promise<boolean> {
  return await send(port, [command("AUTH", password), command("PING")]).then(
    (lines) => lines[1] === "+PONG",
    () => false,
  );
}

/** Writes about that many megabytes, always the same keys. */
export async function fillRedis(port: number, password: string, megabytes: number): Promise<void> {
  const value = "shardwatch ".repeat(940); // with its overhead about ten kilobytes
  for (let megabyte = 0; megabyte < megabytes; megabyte += 1) {
    const keys = Array.from({ length: 100 }, (_, index) => `demo:${megabyte}:${index}`);
    await send(port, [command("AUTH", password), ...keys.map((key) => command("SET", key, value))]);
  }
}

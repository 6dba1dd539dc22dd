import { once } from "node:events";
import net from "node:net";
import { Secret } from "@shardwatch/core/kit/secret";
import { expect, test } from "vitest";
import { cleanUpAfterEach } from "../../test/cleanups.ts";
import { testKey } from "../../test/agent-process.ts";
import { ApiHttp } from "./http.ts";
import type { Answer } from "./http.ts";

const cleanups = cleanUpAfterEach();

/**
 * Sends one report to a server that answers with these bytes.
 * @param ends closes the connection after them
 */
async function answerOf(bytes: string, ends: boolean, answerMilliseconds = 600_000): Promise<Answer> {
  const server = net.createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", () => (ends ? socket.end(bytes) : socket.write(bytes)));
    cleanups.push(() => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => server.close());
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("no port");
  const http = new ApiHttp(
    { address: `http://127.0.0.1:${bound.port}`, key: new Secret(testKey) },
    { answerMilliseconds, answerBytes: 65_536 },
  );
  cleanups.push(() => http.close());
  return await http.post("/agent/reports", {}, Buffer.from("{}"), new AbortController().signal);
}

const switching = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n";
const endless = "HTTP/1.1 202 Accepted\r\n\r\n";

test.each([
  ["changes the protocol", switching, false, "without an answer"],
  ["is provisional for ever", "HTTP/1.1 103 Early Hints\r\n\r\n", false, "in time"],
  ["is no HTTP", "220 mail.example.com ESMTP\r\n", false, "Parse Error"],
  ["is nothing", "", true, "socket hang up"],
  ["breaks off in its header", "HTTP/1.1 202 Acc", true, "socket hang up"],
  ["breaks off in its body", "HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\n{", true, "aborted"],
  ["never ends", `${endless}{`, false, "in time"],
  ["is too long", `${endless}${"x".repeat(70_000)}`, false, "too large"],
])("R10 R12 an answer that %s ends the try in time", async (_, bytes, ends, reason) => {
  // Only where the deadline is to end the try, it is near.
  const deadline = reason === "in time" ? 300 : undefined;
  await expect(answerOf(bytes, ends, deadline)).rejects.toThrow(reason);
});

test.each(["", '{"nextReportInSeconds":7}'])(
  "an answer whose end is the connection's end is whole: %j",
  async (body) => {
    expect(await answerOf(`${endless}${body}`, true)).toMatchObject({ status: 202, body });
  },
);

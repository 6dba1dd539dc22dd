import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ErrorReply, ProtocolError, ReplyReader } from "./reply.ts";
import type { Reply } from "./reply.ts";

const limit = 1_048_576;

function encode(reply: Reply): string {
  if (reply === null) return "$-1\r\n";
  if (typeof reply === "number") return `:${reply}\r\n`;
  if (typeof reply === "string") return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`;
  if (reply instanceof ErrorReply) return `-${reply.message}\r\n`;
  return `*${reply.length}\r\n${reply.map(encode).join("")}`;
}

function read(text: string | Buffer, sizes: readonly number[] = [], byteLimit = limit): Reply | undefined {
  const bytes = Buffer.from(text);
  const reader = new ReplyReader(byteLimit);
  let offset = 0;
  for (const size of [...sizes, bytes.length]) {
    const reply = reader.push(bytes.subarray(offset, offset + size));
    offset += size;
    if (reply !== undefined || offset >= bytes.length) return reply;
  }
  return undefined;
}

test("a reply is the same however the network cuts it", () => {
  const simple = fc.oneof(fc.string({ unit: "grapheme" }), fc.integer(), fc.constant(null));
  const replies: fc.Arbitrary<Reply> = fc.oneof(simple, fc.array(fc.oneof(simple, fc.array(simple))));
  const sizes = fc.array(fc.integer({ min: 1, max: 20 }));
  fc.assert(
    fc.property(replies, sizes, (reply, cuts) => {
      expect(read(encode(reply), cuts)).toEqual(reply);
    }),
  );
});

test("R12 any bytes give a reply, a wish for more or a protocol error, nothing else", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .array(fc.constantFrom("*", "$", "+", "-", ":", "1", "9", "\r\n", "x"))
      .map((words) => Buffer.from(words.join(""))),
  );
  fc.assert(
    fc.property(bytes, (content) => {
      try {
        read(Buffer.from(content));
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolError);
      }
    }),
  );
});

test("R12 announced lengths take no memory", () => {
  const before = process.memoryUsage().rss;
  for (const hostile of ["*30000000\r\n".repeat(5), "*1000000000\r\n", "*1\r\n*30000000\r\n"]) read(hostile);
  expect(() => read("$99999999999\r\n")).toThrow(ProtocolError);
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
});

test("R12 lists too deep or too long, endless lines and answers past the limit are refused", () => {
  expect(() => read("*1\r\n".repeat(10_000))).toThrow("nested too deep");
  expect(() => read(`*60000\r\n${":1\r\n".repeat(60_000)}`)).toThrow("too long");
  expect(() => read(`+${"x".repeat(100_000)}`)).toThrow("endless line");
  expect(() => read("$5000000\r\n")).toThrow("too large");
  expect(() => read(`$900\r\n${"x".repeat(900)}\r\n`, [], 500)).toThrow("too large");
  expect(() => read("+PONG\r\n+MORE\r\n")).toThrow("more than was asked for");
});

test("an error tells its first word", () => {
  expect(new ErrorReply("NOAUTH Authentication required.").word).toBe("NOAUTH");
  expect(new ErrorReply("something else").word).toBe("ERR");
});

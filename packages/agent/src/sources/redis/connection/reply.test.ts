import * as fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { endsInSmallHeap } from "../../../../../../tests/support/small-heap.ts";
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
  const text = fc.string({ unit: "grapheme" });
  const error = text.map((words) => new ErrorReply(words.replace(/[\r\n]/g, "")));
  let replies: fc.Arbitrary<Reply> = fc.oneof(text, fc.integer(), fc.constant(null), error);
  for (let depth = 0; depth < 5; depth += 1) replies = fc.oneof(replies, fc.array(replies, { maxLength: 5 }));
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

/** Counts the bytes that buffers copy or turn into text from now on, until the test ends. */
function bytesHandled(): () => number {
  const copied = vi.spyOn(Buffer.prototype, "copy");
  const joined = vi.spyOn(Buffer, "concat");
  const decoded = vi.spyOn(Buffer.prototype, "toString");
  onTestFinished(() => [copied, joined, decoded].forEach((spy) => spy.mockRestore()));
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return () =>
    sum(copied.mock.results.map(({ value }) => Number(value))) +
    sum(joined.mock.results.map(({ value }) => (value as Buffer).length)) +
    sum(decoded.mock.results.map(({ value }) => (value as string).length));
}

const oneByteEach = (text: string): number[] => Array.from({ length: Buffer.byteLength(text) }, () => 1);
const number = ":1\r\n";
test.each([
  ["a few bytes behind a long list", `*49100\r\n${number.repeat(49_000)}`, number.repeat(100)],
  ["a list", "*4000\r\n", number.repeat(4_000)],
  ["a line", "+", `${"x".repeat(65_000)}\r\n`],
  ["a bulk string", "$200000\r\n", `${"x".repeat(200_000)}\r\n`],
])("R12 %s may come one byte at a time without costing more than they are long", (_, head, tail) => {
  const text = head + tail;
  const handled = bytesHandled();
  expect(read(text, [Buffer.byteLength(head), ...oneByteEach(tail)])).toBeDefined();
  // A buffer that doubles copies each byte about twice. A reader that begins anew for every byte handles each
  // of them a hundred times at least.
  expect(handled()).toBeLessThan(10 * Buffer.byteLength(text));
});

test("R12 announced lengths take no memory", async () => {
  const hostile = ["*30000000\r\n".repeat(5), "*1000000000\r\n", "*1\r\n*30000000\r\n"];
  expect(() => read("$99999999999\r\n")).toThrow(ProtocolError);
  const read32 = `
    const { ReplyReader } = await import(${JSON.stringify(new URL("reply.ts", import.meta.url).href)});
    for (const text of ${JSON.stringify(hostile)}) new ReplyReader(${limit}).push(Buffer.from(text));`;
  expect(await endsInSmallHeap(read32)).toBe(true);
  expect(await endsInSmallHeap("Array.from({ length: 30_000_000 }, () => ({}));")).toBe(false);
});

test("R12 lists too deep or too long, endless lines and answers past the limit are refused", () => {
  expect(() => read("*1\r\n".repeat(10_000))).toThrow("nested too deep");
  expect(() => read(`*60000\r\n${":1\r\n".repeat(60_000)}`)).toThrow("too long");
  const short = `*1000\r\n${":1\r\n".repeat(1_000)}`;
  expect(() => read(`*60\r\n${short.repeat(60)}`), "many short ones in one").toThrow("too long");
  expect(() => read(`+${"x".repeat(100_000)}`)).toThrow("endless line");
  expect(() => read("$5000000\r\n")).toThrow("too large");
  expect(() => read(`$900\r\n${"x".repeat(900)}\r\n`, [], 500)).toThrow("too large");
  expect(() => read("+PONG\r\n+MORE\r\n")).toThrow("more than was asked for");
});

test("an error tells its first word", () => {
  expect(new ErrorReply("NOAUTH Authentication required.").word).toBe("NOAUTH");
  expect(new ErrorReply("something else").word).toBe("ERR");
});

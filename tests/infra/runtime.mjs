// What Lambda's runtime does with a bundle: imports it and hands one event after the other to its handler.
// The answers go to file descriptor 3, so that stdout holds only what the function itself writes.
import { writeSync } from "node:fs";
import { text } from "node:stream/consumers";

const [bundle] = process.argv.slice(2);
const { handler } = await import(bundle);
const results = [];
for (const event of JSON.parse(await text(process.stdin))) results.push(await handler(event, {}));
writeSync(3, JSON.stringify(results));

// Does what Lambda's runtime does: imports a bundle and passes one event after the other to its handler. The
// answers go to file descriptor 3, so that stdout has only the function's own output.
import { writeSync } from "node:fs";
import { text } from "node:stream/consumers";

const [bundle] = process.argv.slice(2);
const { handler } = await import(bundle);
const results = [];
for (const event of JSON.parse(await text(process.stdin))) results.push(await handler(event, {}));
writeSync(3, JSON.stringify(results));

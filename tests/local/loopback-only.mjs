// NODE_OPTIONS loads this before a program. It refuses every connection to another machine and every DNS
// query. It writes them to a file, because the program may ignore the refusal.
import { appendFileSync } from "node:fs";
import dns from "node:dns";
import net from "node:net";

const file = process.env.REFUSED_FILE ?? "";
const own = /^(localhost|127(\.\d+){3}|::1|::ffff:127(\.\d+){3}|0\.0\.0\.0|::)$/;

/** @param {string} what @returns {never} */
function refuse(what) {
  appendFileSync(file, `${what}\n`);
  throw Object.assign(new Error(`refused by the test: ${what}`), { code: "ENETUNREACH" });
}

/** @type {any} */
const { prototype } = net.Socket;
const { connect } = prototype;
prototype.connect = function (/** @type {any[]} */ ...args) {
  const [first] = args.flat();
  const target = typeof first === "object" ? first : { port: first, host: args[1] };
  const host = typeof target.host === "string" ? target.host : "localhost";
  if (target.path === undefined && !own.test(host)) refuse(`connect ${host}:${target.port}`);
  return connect.apply(this, args);
};

/** @type {any} */
const names = dns;
const { lookup } = names;
names.lookup = (/** @type {string} */ name, /** @type {any[]} */ ...rest) =>
  own.test(name) ? lookup(name, ...rest) : refuse(`look up ${name}`);

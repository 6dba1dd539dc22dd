import type { Fault } from "./fault.ts";

const session = ["tests/contract/session.test.ts"];
const everywhere = ["tests/contract/session.test.ts"];
const text = ["tests/contract/foreign-text.test.ts"];
const requests = ["tests/contract/bad-request.test.ts"];

/** Sessions from start to end, and the requirements on a request. */
export const signIn: readonly Fault[] = [
  {
    id: "N60",
    what: "a sign-in keeps the secret that the browser had",
    file: "packages/core/src/session/sign-in.ts",
    find: "replace(ctx, account,",
    plant: "renew(ctx, account,",
    tests: session,
  },
  {
    id: "N61",
    what: "the session from before a sign-in stays open",
    file: "packages/core/src/session/session.ts",
    find: "if (token) await services.table.remove(sessionKey(token.hash));",
    plant: "",
    tests: session,
  },
  {
    id: "N62",
    what: "signing out everywhere leaves the sessions of other browsers",
    file: "packages/core/src/session/session.table.ts",
    find: " && (session.generation ?? 0) === generation",
    plant: " && generation >= 0",
    tests: everywhere,
  },
  {
    id: "N63",
    what: "a session that was ended with all others is renewed",
    file: "packages/core/src/session/session.table.ts",
    find: "accountId, generation: generation > 0 ? generation : undefined });",
    plant: "accountId });",
    tests: everywhere,
  },
  {
    id: "N64",
    what: "a browser whose session was ended with all others signs in without a password",
    file: "packages/core/src/session/session.ts",
    find: "if (row && isEnded(sessionKind.read(row), account)) return undefined;",
    plant: "",
    tests: everywhere,
  },
  {
    id: "N65",
    what: "servers of one machine answer whatever name they are asked by",
    file: "packages/local/src/server.ts",
    find: "lower === `${name}:${port}` ||",
    plant: "lower !== undefined ||",
    tests: ["packages/local/src/server.test.ts"],
  },
  {
    id: "N66",
    what: "a name may hold what nobody sees",
    file: "packages/core/src/contract/typed-text.ts",
    find: "return unseenFault(text) ?? (",
    plant: "return (",
    tests: text,
  },
  {
    id: "N67",
    what: "a name may be blank to the eye",
    file: "packages/core/src/contract/typed-text.ts",
    find: 'isVisible(text) ? undefined : "have a character that can be seen"',
    plant: "undefined",
    tests: text,
  },
  {
    id: "N68",
    what: "a description may hold what nobody sees",
    file: "packages/core/src/contract/typed-text.ts",
    find: 'unseenFault(text.replaceAll(/\\r?\\n/g, ""))',
    plant: "undefined",
    tests: text,
  },
  {
    id: "N69",
    what: "the address of a report may hold what nobody sees",
    file: "packages/core/src/contract/web-address.ts",
    find: ".refine((text) => unseenIn(text) === undefined, addressFault)",
    plant: "",
    tests: ["tests/contract/bad-report.test.ts"],
  },
  {
    id: "N70",
    what: "a form of another page is taken for JSON",
    file: "packages/functions/src/http/only-json.ts",
    find: "hasBody && !isJson(type)",
    plant: "hasBody && !type",
    tests: requests,
  },
  {
    id: "N71",
    what: "a body without a content type is taken for JSON",
    file: "packages/functions/src/http/only-json.ts",
    find: 'type !== undefined || length !== "0" || headers["transfer-encoding"] !== undefined',
    plant: "type !== undefined",
    tests: requests,
  },
  {
    id: "N72",
    what: "a report of any content type is taken for JSON",
    file: "packages/functions/src/http/read-report.ts",
    find: '!isJson(request.headers.get("content-type"))',
    plant: "false",
    tests: ["tests/contract/bad-report.test.ts"],
  },
  {
    id: "N74",
    what: "the id of a database may hold what nobody sees",
    file: "packages/core/src/contract/report/report.ts",
    find: '.refine((id) => unseenIn(id) === undefined, "must not contain characters that cannot be seen")',
    plant: "",
    tests: ["tests/contract/bad-report.test.ts"],
  },
];

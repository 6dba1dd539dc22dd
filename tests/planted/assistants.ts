import type { Fault } from "./fault.ts";

const contract = (name: string) => [`tests/contract/${name}.test.ts`];

/** What the address of assistants may get wrong. */
export const assistants: readonly Fault[] = [
  {
    id: "N473",
    what: "several messages come in one body, and count as one call",
    file: "packages/functions/src/api/mcp/message.ts",
    find: 'if (Array.isArray(body)) throw notRequest("Send one message in a body, and no batch.");',
    plant: "if (Array.isArray(body)) return readMessage(body[0]);",
    tests: contract("assistants"),
  },
  {
    id: "N474",
    what: "assistants read an organization that nobody has switched on",
    file: "packages/core/src/programs/assistants-switch.ts",
    find: "if (organization && (await find(ctx, organization)).mayRead) return;",
    plant: "if (organization) return;",
    tests: contract("assistants-rights"),
  },
  {
    id: "N475",
    what: "a page of another site asks with a token that it has",
    file: "packages/functions/src/http/origin.ts",
    find: "path === assistantsPath && origin !== undefined && origin !== webOrigin",
    plant: "false && path === assistantsPath && origin !== undefined && origin !== webOrigin",
    tests: contract("assistants"),
  },
  {
    id: "N476",
    what: "the headers of a message may say something else than its body",
    file: "packages/functions/src/api/mcp/era.ts",
    find: 'if (headerOf("mcp-method") !== method) throw mismatch("Mcp-Method");',
    plant: "",
    tests: contract("assistants"),
  },
  {
    id: "N477",
    what: "each call of an assistant writes its use",
    file: "packages/core/src/token/assistant.ts",
    find: "if (usedAt !== undefined && isSame(hour, usedAt, now)) return;",
    plant: "",
    tests: contract("assistants-rights"),
  },
  {
    id: "N478",
    what: "an assistant reads the text of an error of ours",
    file: "packages/functions/src/api/mcp/call.ts",
    find: "return `There has been an error, and we are investigating. Its request ID is ${requestId}.`;",
    plant: "return `${(error as Error).message} ${requestId}`;",
    tests: contract("assistants"),
  },
  {
    id: "N479",
    what: "an editor waits for the answer of a notification of its own",
    file: "packages/cli/src/mcp/bridge.ts",
    find: "if (status === 202) return;",
    plant: "",
    tests: contract("assistants-bridge"),
  },
];

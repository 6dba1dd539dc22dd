import { allScopes, type TokenScope } from "@shardwatch/core/contract/token/scopes";
import { allow, noToken } from "@shardwatch/functions/api/allow";
import { assistantCalls, calls, files, type Quota } from "@shardwatch/functions/http/token-allowance";
import { wholeReads } from "@shardwatch/functions/api/routes/metrics";
import type { router } from "@shardwatch/functions/api/route";

type Application = Pick<ReturnType<typeof router>, "routes" | "openAPIRegistry">;

/** The name of a route in the document and in the route × person matrix: "GET /deployments/{id}". */
const nameOf = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, "{$1}")}`;

/** What every route declares under a word that begins with "x-". */
function declaredAs(app: Application, word: string): Map<string, unknown> {
  const declared = new Map<string, unknown>();
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== "route") continue;
    const { method, path, ...rest } = definition.route;
    declared.set(nameOf(method, path), (rest as Record<string, unknown>)[word]);
  }
  return declared;
}

/** Every route that the application declares, with its word of access. */
export const declaredRoutes = (app: Application): Map<string, unknown> => declaredAs(app, "x-access");

/** Every route with the scope that a token needs; null for one that takes none. */
export const declaredScopes = (app: Application): Map<string, unknown> => declaredAs(app, "x-scope");

/** Every route with the name of the quota that a token's request takes from; undefined where none calls. */
export const declaredQuotas = (app: Application): Map<string, unknown> => declaredAs(app, "x-quota");

/** The routes of a method that declare an answer with that status. */
export function declaredAnswers(app: Application, method: string, status: string): string[] {
  const answering = [...declaredAs(app, "responses")].filter(([, answers]) => status in (answers as object));
  return answering.map(([name]) => name).filter((name) => name.startsWith(`${method.toUpperCase()} `));
}

/** The routes that take a header. */
export function declaredHeaders(app: Application, header: string): string[] {
  const takes = (request: unknown) => header in ((request as Request | undefined)?.headers?.shape ?? {});
  return [...declaredAs(app, "request")].filter(([, request]) => takes(request)).map(([name]) => name);
}
interface Request {
  headers?: { shape?: object };
}

/** What every changing route declares for the audit; null for one that records nothing. */
export function declaredAudits(app: Application): Map<string, unknown> {
  const declared = new Map<string, unknown>();
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== "route") continue;
    const { method, path, ...rest } = definition.route;
    if (method !== "get") declared.set(nameOf(method, path), (rest as Record<string, unknown>)["x-audit"]);
  }
  return declared;
}

/**
 * The faults of an application's handlers. Each handler must belong to a declared route, whose first handler
 * is the guard of its word of access. Only middleware for every request may be registered for more than one
 * route.
 */
export function faultsOf(app: Application): string[] {
  const declared = declaredRoutes(app);
  const scopes = declaredScopes(app);
  const quotas = declaredQuotas(app);
  const first = new Map<string, unknown>();
  const frames: string[] = [];
  for (const { method, path, handler } of app.routes) {
    const name = nameOf(method, path);
    if (method !== "ALL") first.set(name, first.get(name) ?? handler);
    else if (path !== "/*") frames.push(`${name} answers for more than one route`);
  }
  const undeclared = [...first.keys()].filter((name) => !declared.has(name));
  return [
    ...frames,
    ...undeclared.map((name) => `${name} is not declared`),
    ...[...declared].flatMap(([name, word]) => {
      if (!isWord(word)) return [`${name} has no access`];
      const scope = scopes.get(name);
      if (!isScope(scope)) return [`${name} says nothing of tokens`];
      return first.get(name) === guardOf(word, scope, quotas.get(name))
        ? []
        : [`${name} is not guarded first as ${word}`];
    }),
  ];
}

const isScope = (scope: unknown): scope is TokenScope | null =>
  scope === null || allScopes.some((one) => one === scope);

const allQuotas: readonly Quota[] = [calls, files, wholeReads, assistantCalls];

function guardOf(word: keyof typeof allow, scope: TokenScope | null, named: unknown): unknown {
  const declared = allow[word];
  if (typeof declared !== "function") return declared.middleware;
  const quota = allQuotas.find(({ name }) => name === named);
  const { member, program } = allow;
  if (declared === program) return scope === null ? undefined : program(scope, quota).middleware;
  const ofPeople = declared as typeof member;
  return (scope === null ? ofPeople(noToken) : ofPeople(scope, quota)).middleware;
}

const isWord = (word: unknown): word is keyof typeof allow => typeof word === "string" && word in allow;

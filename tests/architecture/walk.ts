import { allow } from "@shardwatch/functions/api/allow";
import type { router } from "@shardwatch/functions/api/route";

type Application = Pick<ReturnType<typeof router>, "routes" | "openAPIRegistry">;

/** The name of a route in the document and in the route × person matrix: "GET /deployments/{id}". */
const nameOf = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, "{$1}")}`;

/** Every route that the application declares, with its word of access. */
export function declaredRoutes(app: Application): Map<string, unknown> {
  const declared = new Map<string, unknown>();
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== "route") continue;
    const { method, path, ...rest } = definition.route;
    declared.set(nameOf(method, path), (rest as Record<string, unknown>)["x-access"]);
  }
  return declared;
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
      return first.get(name) === allow[word].middleware ? [] : [`${name} is not guarded first as ${word}`];
    }),
  ];
}

const isWord = (word: unknown): word is keyof typeof allow => typeof word === "string" && word in allow;

import type { RouteList, RoutesPreview } from "@shardwatch/core/contract/incident/route";
import { call, type Person, signInAgain, type World } from "./world.ts";

/** The requests about routes of one world. */
export function routesIn(world: World) {
  const ask = async (person: Person, method: string, path: string, body?: unknown, headers = {}) =>
    await call(world, method, path, {
      as: await signInAgain(world, person),
      headers,
      ...(body !== undefined && { body }),
    });

  const saveRoutes = async (person: Person, routes: object[], rest: string[] | null = null) => {
    const answer = await ask(person, "PUT", "/routes", { routes, rest });
    if (answer.status !== 200) throw new Error(`saving routes was answered ${await answer.text()}`);
    return (await answer.json()) as RouteList;
  };

  const routesOf = async (person: Person) =>
    (await (await ask(person, "GET", "/routes")).json()) as RouteList;

  const preview = async (person: Person, routes: object[], rest: string[] | null = null) => {
    const answer = await ask(person, "POST", "/routes/preview", { routes, rest });
    if (answer.status !== 200) throw new Error(`the preview was answered ${await answer.text()}`);
    return (await answer.json()) as RoutesPreview;
  };

  return { ask, saveRoutes, routesOf, preview };
}

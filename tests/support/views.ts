import type { SavedView, ViewInput } from "@shardwatch/core/contract/deployment/view";
import { call, join, type Person, signUp, type World } from "./world.ts";

/** An admin and a viewer of one organization. */
export async function adminAndViewer(world: World): Promise<[admin: Person, viewer: Person]> {
  const admin = await signUp(world);
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, admin);
  return [admin, viewer];
}

/** The requests that change views, and the names that a person sees. */
export const viewsIn = (world: World) => ({
  save: (as: Person, body: unknown) => call(world, "POST", "/views", { as, body }),
  change: (as: Person, id: string, body: unknown) => call(world, "PATCH", `/views/${id}`, { as, body }),
  remove: (as: Person, id: string) => call(world, "DELETE", `/views/${id}`, { as }),
  namesOf: async (as: Person) => (await viewsOf(world, as)).map(({ name }) => name),
});

/** Saves a view, which must succeed, later than the ones before. Returns its id. */
export async function saveView(
  world: World,
  as: Person,
  body: Partial<ViewInput> & Pick<ViewInput, "name">,
): Promise<string> {
  world.clock.advance(1);
  const answer = await call(world, "POST", "/views", { as, body });
  if (answer.status !== 201) throw new Error(`the view was not saved: ${await answer.text()}`);
  return ((await answer.json()) as SavedView).id;
}

/** The views that a person sees. */
export async function viewsOf(world: World, as: Person): Promise<SavedView[]> {
  const answer = await call(world, "GET", "/views", { as });
  return ((await answer.json()) as { views: SavedView[] }).views;
}

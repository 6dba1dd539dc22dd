import type { SavedView, ViewInput } from "@shardwatch/core/contract/view";
import { call, type Person, type World } from "./world.ts";

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

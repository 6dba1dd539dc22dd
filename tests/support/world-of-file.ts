import { afterAll } from "vitest";
import { startWorld, type World, type WorldOptions } from "./world.ts";

/**
 * The one world of a test file. Call it at the top; the world stops after the last test. Tests share the
 * database, so each creates its own people.
 */
export async function worldOfFile(options: WorldOptions = {}): Promise<World> {
  const world = await startWorld(options);
  afterAll(() => world.stop());
  return world;
}

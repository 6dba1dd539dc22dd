import { afterAll } from "vitest";
import { startWorld, type World, type WorldOptions } from "./world.ts";

/**
 * The one world of a test file: called at its top, and stopped after its last test. Tests share the database, so each
 * brings people of its own.
 */
export async function worldOfFile(options: WorldOptions = {}): Promise<World> {
  const world = await startWorld(options);
  afterAll(() => world.stop());
  return world;
}

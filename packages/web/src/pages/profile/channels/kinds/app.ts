import type { ShownKind } from "./kind.ts";

/** Every member gets them, and nobody can change that. */
export const app: ShownKind = {
  goesTo: () => "All members",
  settings: null,
  actions: [],
};

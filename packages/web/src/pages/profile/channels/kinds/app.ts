import type { ShownKind } from "./kind.ts";

/** Every member gets them, and nobody can change that. */
export const app: ShownKind = {
  noun: "notification",
  goesTo: () => "All members",
  address: null,
  actions: [],
};

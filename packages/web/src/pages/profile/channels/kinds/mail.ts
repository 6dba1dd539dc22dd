import type { ShownKind } from "./kind.ts";

export const mail: ShownKind = {
  goesTo: () => "Admins of the organization",
  settings: null,
  actions: ["test", "change"],
};

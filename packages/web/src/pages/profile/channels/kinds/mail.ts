import type { ShownKind } from "./kind.ts";

export const mail: ShownKind = {
  noun: "mail",
  goesTo: () => "Admins of the organization",
  address: null,
  actions: ["test", "change"],
};

import { nearlyFullFrom } from "./severity.ts";

/** A view that everybody has. Its filter is a canonical text. */
export interface BuiltInView {
  readonly name: string;
  readonly filter: string;
}

/** The views of the list of deployments that everybody has, in their order. */
export const builtInViews: readonly BuiltInView[] = [
  { name: "All", filter: "" },
  { name: "Needs attention", filter: "severity=critical,warning" },
  { name: "Nearly full", filter: `util=${nearlyFullFrom}..` },
  { name: "Silent", filter: "fresh=silent" },
  { name: "Licences", filter: "license=..30,expired" },
];

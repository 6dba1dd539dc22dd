import { systems } from "./snippets.ts";

/** The ways to run an agent, in the order of their tabs. */
export const ways = ["container", "kubernetes", ...systems] as const;
export type Way = (typeof ways)[number];

export const wayNames: Readonly<Record<Way, string>> = {
  container: "Container",
  kubernetes: "Kubernetes",
  linux: "Linux",
  macos: "macOS",
  windows: "Windows",
};

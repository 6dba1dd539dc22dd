import { Target } from "../Target.tsx";
import type { ShownKind } from "./kind.ts";

export const webhook: ShownKind = {
  noun: "webhook",
  goesTo: (channel) => <Target channel={channel} />,
  address: {
    placeholder: "https://hooks.example.com/shardwatch",
    hint: "A public https address. It is stored encrypted, and never shown again.",
  },
  actions: ["test", "change", "rotate", "delete"],
};

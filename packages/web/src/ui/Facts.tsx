import type { ReactNode } from "react";
import { isolated } from "./Foreign.tsx";
import { Unknown } from "./Unknown.tsx";

/** Names and values in columns. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">{children}</dl>;
}

/** One name with its value; an unknown value is shown as a dash. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  const known = children !== null && children !== undefined && children !== "";
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="figures mt-0.5 break-words">{known ? isolated(children) : <Unknown why="Unknown" />}</dd>
    </div>
  );
}

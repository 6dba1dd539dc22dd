import type { ReactNode } from "react";
import { isolated } from "./Foreign.tsx";
import { Unknown } from "./Unknown.tsx";

/**
 * Names and values in columns.
 * @param short whether the values are short: a phone then shows two in a line
 */
export function Facts({ short = false, children }: { short?: boolean; children: ReactNode }) {
  return (
    <dl className={`grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-4 ${short ? "grid-cols-2" : ""}`}>
      {children}
    </dl>
  );
}

interface FactProps {
  name: string;
  /** Whether the value is an id or a version. */
  mono?: boolean;
  children: ReactNode;
}

/** One name with its value; an unknown value is shown as a dash. */
export function Fact({ name, mono = false, children }: FactProps) {
  const known = children !== null && children !== undefined && children !== "";
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className={`mt-0.5 ${mono ? "font-mono text-sm break-all" : "figures break-words"}`}>
        {known ? isolated(children) : <Unknown why="Unknown" />}
      </dd>
    </div>
  );
}

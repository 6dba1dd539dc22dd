import type { ReactNode } from "react";

/** A numbered list of steps. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className="grid gap-6">{children}</ol>;
}

/** One step: its number, the instruction, and its content. */
export function Step({ number, title, children }: { number: number; title: string; children?: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 gap-y-2">
      <span
        aria-hidden
        className="figures grid size-6 place-items-center rounded-full border border-line bg-sunken text-xs font-semibold text-muted"
      >
        {number}
      </span>
      <p className="pt-0.5 font-medium">{title}</p>
      {children && <div className="col-start-2 grid min-w-0 gap-3 text-muted">{children}</div>}
    </li>
  );
}

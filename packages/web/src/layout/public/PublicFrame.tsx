import type { ReactNode } from "react";
import { LogoMark } from "../frame/Logo.tsx";

interface PublicFrameProps {
  children: ReactNode;
  /** Turns the top into a bar with the mark at its start and this at its end. */
  bar?: ReactNode;
  /** Where the mark is above the column. */
  mark?: "start" | "center";
}

/** The frame of public pages: one narrow column under the mark. */
export function PublicFrame({ children, bar, mark: place = "center" }: PublicFrameProps) {
  const mark = (
    <p
      className={`flex items-center gap-2.5 text-xl font-semibold tracking-tight ${place === "center" ? "justify-center" : ""}`}
    >
      <LogoMark className="size-9" />
      Shardwatch
    </p>
  );
  const column = `grid ${bar ? "max-w-md" : "max-w-sm"} w-full gap-8`;
  const main = (
    <main
      id="main"
      tabIndex={-1}
      className={`grid content-start justify-items-center px-4 ${bar ? "py-6 sm:py-10" : "min-h-dvh py-10 sm:content-center"}`}
    >
      <div className={column}>
        {!bar && mark}
        {children}
      </div>
    </main>
  );
  if (!bar) return main;
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex h-14 max-w-7xl items-center justify-between gap-4 px-4 sm:px-6">
          {mark}
          {bar}
        </div>
      </header>
      {main}
    </>
  );
}

import type { ReactNode } from "react";
import { LogoMark } from "./Logo.tsx";

/** The frame of the pages that need no session: one narrow column under the mark. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-dvh content-start justify-items-center px-4 py-10 sm:content-center"
    >
      <div className="grid w-full max-w-sm gap-6">
        <p className="flex items-center justify-center gap-2 text-lg font-semibold tracking-tight">
          <LogoMark className="size-7" />
          Shardwatch
        </p>
        {children}
      </div>
    </main>
  );
}

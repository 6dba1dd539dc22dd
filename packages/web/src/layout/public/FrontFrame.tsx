import { type ReactNode, Suspense } from "react";
import { optionalPart } from "../../lib/loading/optional-part.ts";
import { useMedia } from "../../lib/browser/use-media.ts";
import { PublicFrame } from "./PublicFrame.tsx";

const FleetPicture = optionalPart(() => import("./FleetPicture.tsx"));

/** The frame of signing in, up and out. A wide screen shows the product beside the form. */
export function FrontFrame({ children, bar }: { children: ReactNode; bar?: ReactNode }) {
  const wide = useMedia("(width >= 64rem)");
  return (
    <div className="min-h-dvh bg-surface lg:grid lg:grid-cols-2">
      <div>
        <PublicFrame bar={bar} mark="start">
          {children}
        </PublicFrame>
      </div>
      {wide && (
        <aside className="sticky top-0 grid h-dvh items-center overflow-hidden front-door px-10 text-ink scheme-dark">
          <Suspense>
            <FleetPicture />
          </Suspense>
        </aside>
      )}
    </div>
  );
}

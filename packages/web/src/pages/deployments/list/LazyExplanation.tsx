import { useEffect, useState } from "react";
import { lazyModule } from "../../../lib/loading/lazy-module.ts";
import type { ExplanationProps } from "./StatusExplanation.tsx";

/** The code of the explanations. Rows preload it when the pointer or the focus comes to them. */
export const explanations = lazyModule(() => import("./StatusExplanation.tsx"));

/** The explanation of a status, as soon as its code is there. */
export function LazyExplanation(props: ExplanationProps) {
  const [loaded, setLoaded] = useState(explanations.now);
  useEffect(() => {
    if (loaded) return;
    let left = false;
    explanations.load().then(
      (module) => !left && setLoaded(module),
      // Offline the badge still has its word; the next focus tries again.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [loaded]);
  return loaded ? <loaded.StatusExplanation {...props} /> : "…";
}

import { useEffect, useRef, useState } from "react";
import { lazyModule } from "../../lib/loading/lazy-module.ts";

const copyButton = lazyModule(() => import("../form/CopyButton.tsx"));

/**
 * The request ID for support: a quiet line, and a button that copies it. The button's code loads only after a
 * failure. If that fails too, the text can still be selected.
 */
export function RequestId({ id }: { id: string }) {
  const source = useRef<HTMLElement>(null);
  const [loaded, setLoaded] = useState(copyButton.now);
  useEffect(() => {
    copyButton.load().then(setLoaded, () => undefined);
  }, []);
  return (
    <p className="flex min-h-8 flex-wrap items-center gap-x-2 text-xs text-muted">
      <span>
        Request{" "}
        <code ref={source} className="font-mono break-all">
          {id}
        </code>
      </span>
      {loaded && <loaded.CopyButton emphasis="quiet" text={id} what="the request ID" source={source} />}
    </p>
  );
}

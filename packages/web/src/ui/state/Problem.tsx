import { CircleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ErrorText } from "../../lib/errors.ts";
import { lazyModule } from "../../lib/loading/lazy-module.ts";

const copyButton = lazyModule(() => import("../form/CopyButton.tsx"));

/**
 * The request ID for support: a quiet line, and a button that copies it. The button's code loads only after a
 * failure. If that fails too, the text can still be selected.
 */
function RequestId({ id }: { id: string }) {
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

interface ProblemProps {
  /** The failure; undefined while there is none. */
  problem: ErrorText | undefined;
  /** The actions below it. */
  children?: ReactNode;
}

/**
 * A failure with its actions below. The alert element always exists, so that screen readers notice its text.
 * An empty one takes no space. The request ID is beside the alert, so it is not read out. In a low window it
 * scrolls into view, and so does the control that it pushes away from there.
 */
export function Problem({ problem, children }: ProblemProps) {
  const element = useRef<HTMLDivElement>(null);
  const isShown = problem !== undefined;
  useEffect(() => {
    if (isShown)
      for (const each of [element.current, document.activeElement])
        each?.scrollIntoView({ block: "nearest" });
  }, [isShown]);
  return (
    <div ref={element} className={problem ? "flex gap-2 rounded-md bg-bad-soft px-3 py-2" : "absolute"}>
      {problem && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />}
      <div className="grid min-w-0 gap-1">
        <div role="alert" className="grid gap-1">
          {problem && (
            <>
              <p className="text-bad">{problem.headline}</p>
              {problem.detail && <p className="text-sm">{problem.detail}</p>}
              {children}
            </>
          )}
        </div>
        {problem?.requestId && <RequestId id={problem.requestId} />}
      </div>
    </div>
  );
}

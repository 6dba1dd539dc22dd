import { useRef } from "react";
import { CopyButton } from "./CopyButton.tsx";

/** What to quote when asking for help: a quiet line with a button that copies it. */
export function RequestId({ id }: { id: string }) {
  const source = useRef<HTMLElement>(null);
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
      <span>
        Request{" "}
        <code ref={source} className="font-mono break-all">
          {id}
        </code>
      </span>
      <CopyButton look="quiet" text={id} what="the request ID" source={source} />
    </p>
  );
}

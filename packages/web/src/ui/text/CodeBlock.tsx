import { useId, useRef } from "react";
import { CopyButton } from "../form/CopyButton.tsx";

interface CodeBlockProps {
  /** Names the block, e.g. "agent.yaml". */
  title: string;
  code: string;
  onCopied?: () => void;
}

/** A file or commands to copy. Long lines wrap on the screen only. */
export function CodeBlock({ title, code, onCopied }: CodeBlockProps) {
  const id = useId();
  const source = useRef<HTMLElement>(null);
  return (
    <figure aria-labelledby={id} className="min-w-0 overflow-hidden rounded-md border border-line bg-sunken">
      <figcaption className="flex min-h-10 items-center justify-between gap-2 border-b border-line py-1 pr-1 pl-3">
        <span id={id} className="min-w-0 text-sm font-medium break-words">
          {title}
        </span>
        <CopyButton
          emphasis="quiet"
          text={code}
          what={title}
          source={source}
          {...(onCopied && { onCopied })}
        />
      </figcaption>
      <pre className="px-3 py-2.5 font-mono text-sm leading-5 wrap-anywhere whitespace-pre-wrap">
        <code ref={source}>{code}</code>
      </pre>
    </figure>
  );
}

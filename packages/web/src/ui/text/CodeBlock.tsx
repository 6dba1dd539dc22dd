import { useId, useRef } from "react";
import { CopyButton } from "../form/CopyButton.tsx";

interface CodeBlockProps {
  /** Names the block, e.g. "agent.yaml". */
  title: string;
  code: string;
  onCopied?: () => void;
}

/** Safari scrolls by keyboard only what takes the focus. */
const byKeyboard = { tabIndex: 0 };

/** A file or commands to copy. Long lines scroll sideways: a break inside a word reads as another command. */
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
      {/* Contained, so that a long line does not widen what is around the block. */}
      <pre
        role="group"
        aria-labelledby={id}
        {...byKeyboard}
        className="overflow-x-auto px-3 py-2.5 font-mono text-sm leading-5 contain-inline-size"
      >
        <code ref={source}>{code}</code>
      </pre>
    </figure>
  );
}

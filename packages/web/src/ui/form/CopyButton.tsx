import { Check, Copy } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { Button, type ButtonStyle } from "./Button.tsx";

/** How long the button shows that it has copied, in milliseconds. */
const copiedFor = 2_000;

interface CopyButtonProps extends ButtonStyle {
  text: string;
  /** Names the copied text for screen readers: "the key". */
  what: string;
  /** The element with the text. It is selected when the clipboard is not available. */
  source: RefObject<HTMLElement | null>;
  failure?: string;
  onCopied?: () => void;
}

function select(element: HTMLElement | null): void {
  if (element instanceof HTMLInputElement) {
    element.focus();
    element.select();
  } else if (element) getSelection()?.selectAllChildren(element);
}

/** Copies a text. Where the browser refuses, it selects the text, so that one key press copies it. */
export function CopyButton({ text, what, source, failure, onCopied, ...style }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "failed">();
  useEffect(() => {
    if (outcome !== "copied") return;
    const timer = setTimeout(() => setOutcome(undefined), copiedFor);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
      onCopied?.();
    } catch (error) {
      console.error("Copying failed", error);
      select(source.current);
      setOutcome("failed");
    }
  }

  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      <span role="alert" className="text-sm text-bad empty:hidden">
        {outcome === "failed" && (failure ?? "Failed to copy to clipboard")}
      </span>
      <Button {...style} className="min-w-24" onClick={() => void copy()}>
        <Icon aria-hidden className="size-3.5" />
        {outcome === "copied" ? "Copied!" : "Copy"}
        <span className="sr-only">{what}</span>
      </Button>
      <span role="status" className="sr-only">
        {outcome === "copied" && `Copied ${what}`}
      </span>
    </span>
  );
}

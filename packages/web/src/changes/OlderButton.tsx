import { Button } from "../ui/form/Button.tsx";

interface OlderButtonProps {
  busy: boolean;
  onClick: () => void;
  what?: string;
}

/** Loads the next page of a feed. */
export function OlderButton({ busy, onClick, what = "changes" }: OlderButtonProps) {
  return (
    <div className="flex justify-center border-t border-line p-3">
      <Button aria-disabled={busy || undefined} onClick={onClick} className="max-md:h-11">
        {busy ? "Loading…" : `Show older ${what}`}
      </Button>
    </div>
  );
}

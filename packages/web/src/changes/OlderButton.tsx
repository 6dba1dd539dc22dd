import { Button } from "../ui/form/Button.tsx";

/** Loads the next page of a feed. */
export function OlderButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <div className="flex justify-center border-t border-line p-3">
      <Button aria-disabled={busy || undefined} onClick={onClick} className="max-md:h-11">
        {busy ? "Loading…" : "Show older changes"}
      </Button>
    </div>
  );
}

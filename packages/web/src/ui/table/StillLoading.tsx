import { LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../form/Button.tsx";

/** After this time people doubt that it will load, in milliseconds. */
const patience = 10_000;

/** Says after a while that loading continues, and offers to cancel. */
export function StillLoading({ onCancel }: { onCancel: () => void }) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patience);
    return () => clearTimeout(timer);
  }, []);
  if (!long) return null;
  return (
    <span className="inline-flex items-center gap-1.5">
      <LoaderCircle aria-hidden className="size-3.5 motion-safe:animate-spin" />
      Still loading
      <Button emphasis="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </span>
  );
}

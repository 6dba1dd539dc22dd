import { LoaderCircle } from "lucide-react";

/** Shown while the first page loads. It is invisible for the first moment. */
export function Booting() {
  return (
    <div role="status" className="grid min-h-dvh animate-appear place-items-center text-faint">
      <LoaderCircle aria-hidden className="size-6 motion-safe:animate-spin" />
      <span className="sr-only">Loading</span>
    </div>
  );
}

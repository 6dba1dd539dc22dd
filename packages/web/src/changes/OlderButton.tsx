import { Button } from "../ui/form/Button.tsx";

interface OlderButtonProps {
  feed: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  children: string;
}

/** Loads the next page of a feed; absent after the last. */
export function OlderButton({ feed, children }: OlderButtonProps) {
  if (!feed.hasNextPage) return null;
  return (
    <div className="flex justify-center border-t border-line p-3">
      <Button
        aria-disabled={feed.isFetchingNextPage || undefined}
        onClick={() => void feed.fetchNextPage()}
        className="max-md:h-11"
      >
        {feed.isFetchingNextPage ? "Loading…" : children}
      </Button>
    </div>
  );
}

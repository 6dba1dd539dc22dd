import { useCallback, useSyncExternalStore } from "react";

interface Media {
  list: MediaQueryList;
  matches: boolean;
}

const known = new Map<string, Media>();

/** A media query with its answer, which is asked for once: each question makes the browser compute the styles. */
function mediaOf(query: string): Media {
  const before = known.get(query);
  if (before) return before;
  const list = matchMedia(query);
  const media = { list, matches: list.matches };
  // Before all other listeners, which read the answer.
  list.addEventListener("change", ({ matches }) => (media.matches = matches));
  known.set(query, media);
  return media;
}

/** Whether a media query matches now. It decides between table and cards, so that only one is rendered. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const { list } = mediaOf(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => mediaOf(query).matches);
}

import { useRef } from "react";
import { useSingleKeys } from "./shortcuts.ts";

/**
 * Listens to a single key. After "g" it belongs to the frame, which opens another page.
 * @param take runs what the key stands for, and returns whether there was something
 */
export function usePageKey(key: string, take: () => boolean): void {
  const previous = useRef("");
  useSingleKeys((pressed) => {
    const afterGo = previous.current === "g";
    previous.current = pressed;
    return pressed === key && !afterGo && take();
  });
}

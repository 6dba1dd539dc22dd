import { useEffect, useState } from "react";

/** Whether something lasts longer than that many milliseconds. */
export function useTimeout(lasts: boolean, milliseconds: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!lasts) return undefined;
    const timer = setTimeout(() => setOver(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setOver(false);
    };
  }, [lasts, milliseconds]);
  return lasts && isOver;
}

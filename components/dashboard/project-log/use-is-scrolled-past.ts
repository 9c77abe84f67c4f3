import { type RefObject, useEffect, useState } from "react";

/** Returns whether an element is above the part of the page that is seen. */
export function useIsScrolledPast(element: RefObject<HTMLElement | null>): boolean {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    const look = () => setIsPast((element.current?.getBoundingClientRect().top ?? 0) < 0);
    // Either the page or a part of it scrolls.
    document.addEventListener("scroll", look, { capture: true, passive: true });
    return () => document.removeEventListener("scroll", look, { capture: true });
  }, [element]);
  return isPast;
}

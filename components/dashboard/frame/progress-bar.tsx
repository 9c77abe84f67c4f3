"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import classes from "./progress-bar.module.css";

/** A page that did not come by then will not, or the address led back to the same page. */
const AT_LATEST_MS = 20_000;

/** A thin bar at the top while a page takes longer to come than a moment. */
export function ProgressBar() {
  const [isGoing, setIsGoing] = useState(false);
  const address = `${usePathname()}?${useSearchParams()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address ends the navigation
  useEffect(() => setIsGoing(false), [address]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const start = (event: Event) => {
      const to = new URL(String((event as CustomEvent).detail), location.href);
      if (to.pathname + to.search === location.pathname + location.search) return;
      setIsGoing(true);
      clearTimeout(timer);
      timer = setTimeout(() => setIsGoing(false), AT_LATEST_MS);
    };
    window.addEventListener("navigation-start", start);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("navigation-start", start);
    };
  }, []);
  return isGoing ? <div className={classes.bar} role="progressbar" aria-label="Loading page" /> : null;
}

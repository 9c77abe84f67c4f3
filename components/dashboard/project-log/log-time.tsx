"use client";

import { bothZonesText, secondText } from "@/components/ui/moment-text";
import { useHydrated } from "@/components/ui/use-hydrated";

/** The time of an entry to the second, with its milliseconds in the tooltip. */
export function LogTime({ at }: { at: string }) {
  const isHydrated = useHydrated();
  const title = `${at}${isHydrated ? `\n${bothZonesText(at)}` : ""}`;
  return (
    <time dateTime={at} title={title} suppressHydrationWarning>
      {secondText(at, isHydrated)}
    </time>
  );
}

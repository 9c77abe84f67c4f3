"use client";

import { useOs } from "@mantine/hooks";
import classes from "./keys.module.css";

/** Keys as they are written on the keyboard: `mod` is ⌘ on a Mac, Ctrl elsewhere. */
export function Keys({ keys }: { keys: string }) {
  const isMac = useOs() === "macos";
  return (
    <span className={classes.keys}>
      {keys.split(" ").map((chord, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same key may come twice
        <kbd key={i} className={classes.key}>
          {chordText(chord, isMac)}
        </kbd>
      ))}
    </span>
  );
}

function chordText(chord: string, isMac: boolean): string {
  const parts = chord.split("+").map((part) => (part === "mod" ? (isMac ? "⌘" : "Ctrl") : partText(part)));
  return parts.join(isMac ? "" : "+");
}

function partText(part: string): string {
  return part.length === 1 ? part.toUpperCase() : part;
}

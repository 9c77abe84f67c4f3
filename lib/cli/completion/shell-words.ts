import type { CommandPoint } from "./command-words";

/** Returns a text as one word of a POSIX shell. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The places of flags that take a value, each the path and the flag, by the values that are known there. */
interface FlagValues {
  places: string[];
  choices: readonly string[];
}

/** Returns the flags of all points that take a value, those with the same choices together. */
export function valuesByFlag(points: readonly CommandPoint[]): FlagValues[] {
  const groups = new Map<string, FlagValues>();
  for (const { path, flags } of points) {
    for (const { word, choices } of flags.filter(({ takesValue }) => takesValue)) {
      const group = groups.get(choices.join(" ")) ?? { places: [], choices };
      group.places.push(`${path} ${word}`);
      groups.set(choices.join(" "), group);
    }
  }
  return [...groups.values()];
}

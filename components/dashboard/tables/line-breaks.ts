const BREAK = /\r\n|\r|\n/g;

/**
 * Returns a typed text with the line breaks that the text before had. A field of a page holds `\n` alone, so that an
 * edit of one line would change all others.
 */
export function withBreaksOf(before: string | null, typed: string): string {
  const breaks = before?.match(BREAK) ?? [];
  if (before === null || breaks.every((each) => each === "\n")) return typed;
  const held = before.replace(BREAK, "\n");
  const start = commonLength((place) => held[place] !== undefined && held[place] === typed[place]);
  const most = Math.min(held.length, typed.length) - start;
  const end = commonLength((place) => place < most && held.at(-1 - place) === typed.at(-1 - place));
  const [first = "\n"] = breaks;
  const lines = typed.split("\n");
  const [above, below] = [countBreaks(typed.slice(0, start)), countBreaks(typed.slice(typed.length - end))];
  const kept = [
    ...breaks.slice(0, above),
    ...Array<string>(lines.length - 1 - above - below).fill(first),
    ...breaks.slice(breaks.length - below),
  ];
  return lines.map((line, place) => line + (kept[place] ?? "")).join("");
}

const countBreaks = (text: string) => text.split("\n").length - 1;

function commonLength(isCommon: (place: number) => boolean): number {
  let length = 0;
  while (isCommon(length)) length += 1;
  return length;
}

const MAX_LENGTH = 200;
const BEFORE = 60;

/** Returns the part of a text around the first of some words, cut at spaces and marked with … where it is cut. */
export function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const from = Math.max(0, (places.length > 0 ? Math.min(...places) : 0) - BEFORE);
  const start = from === 0 ? 0 : text.indexOf(" ", from) + 1;
  if (text.length - start <= MAX_LENGTH) return `${start > 0 ? "…" : ""}${text.slice(start)}`;
  const end = text.lastIndexOf(" ", start + MAX_LENGTH);
  const cut = end > start ? end : start + MAX_LENGTH;
  return `${start > 0 ? "…" : ""}${text.slice(start, cut).toWellFormed()}…`;
}

const LONGEST = 64;

/**
 * Returns a chosen name as a mail may show it; `null` for one that mail programs may turn into a link ("claim at
 * evil.example"), since it may have been chosen to mislead the reader.
 */
export function harmlessName(name: string): string | null {
  const text = name
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
  const looksLikeLink = /[:/\\@<>]|[\p{L}\p{N}][.。．｡]\p{L}/iu.test(text);
  return text === "" || text.length > LONGEST || looksLikeLink ? null : text;
}

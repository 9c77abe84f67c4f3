const LONGEST = 64;

/**
 * Returns a chosen name as a mail may show it; `null` for one that is better left out. It may have been chosen for
 * another reader, and mail programs make links of what looks like one ("claim at evil.example"), encoded or not.
 */
export function harmlessName(name: string): string | null {
  const text = name
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
  const looksLikeLink = /[:/\\@<>]|[\p{L}\p{N}][.。．｡]\p{L}/iu.test(text);
  return text === "" || text.length > LONGEST || looksLikeLink ? null : text;
}

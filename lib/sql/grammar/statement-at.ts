import { scanTokens } from "./parse";

/**
 * Returns the statement at an offset of a text that cannot be parsed, as far as its semicolons tell, and the number of
 * others. Without an offset, or where the text has no tokens, it is the whole text.
 */
export async function statementAt(
  text: string,
  position: number | null,
): Promise<{ from: number; to: number; others: number }> {
  const tokens = position === null ? [] : await scanTokens(text).catch(() => []);
  const statements: { from: number; to: number }[] = [];
  let isOpen = false;
  for (const token of tokens) {
    const last = statements.at(-1);
    if (token.text === ";") isOpen = false;
    else if (isOpen && last) last.to = token.to;
    else {
      statements.push({ from: token.from, to: token.to });
      isOpen = true;
    }
  }
  const at = position ?? 0;
  const found = statements.findLast(({ from }) => from <= at) ?? { from: 0, to: text.length };
  return { ...found, others: Math.max(0, statements.length - 1) };
}

/** Returns the text that percent-encoded text stands for, and `null` where that is no UTF-8. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

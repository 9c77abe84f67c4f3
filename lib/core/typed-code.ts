/** Spaces, dashes of every length, minus signs, and marks that show nothing, such as those of direction. */
const SEPARATORS = /[\p{White_Space}\p{Pd}\p{Cf}\u2212]/gu;

/** Returns a code as it was shown, from any keyboard and in any grouping. */
export function typedCode(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replaceAll(SEPARATORS, "");
}

/** Returns the digits of a typed or pasted text, such as "Your code: 123 456". */
export function typedDigits(text: string): string {
  return typedCode(text).replaceAll(/\D/g, "");
}

/** Unicode has the digits of a script in a row, from zero to nine. */
function digitValue(digit: string): number {
  const codePoint = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value += 1;
  return value;
}

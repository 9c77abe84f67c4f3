/** The code in a text such as "Your code is 123 456.", and not a part of a longer number. */
const CODE_IN_TEXT = /(?<!\p{Nd})\p{Nd}{3}[\s\p{Pd}\p{Cf}\u2212]?\p{Nd}{3}(?!\p{Nd})/u;
/** Six digits and nothing else, in any grouping. */
const CODE_ALONE = /^[\s\p{Pd}\p{Cf}\u2212]*(?:\p{Nd}[\s\p{Pd}\p{Cf}\u2212]*){6}$/u;

/** Returns the digits of a text, of every script: the service reads them all. */
export function digitsIn(text: string): string {
  return text.replace(/\P{Nd}/gu, "");
}

/** Returns the code that a pasted text has among its words. */
export function codeInText(text: string): string | undefined {
  const code = CODE_IN_TEXT.exec(text)?.[0];
  return code === undefined ? sixDigitsOf(text) : digitsIn(code);
}

/** Returns the digits of a text that is one of the authenticator app's codes; a backup code has more, and letters. */
export function sixDigitsOf(text: string): string | undefined {
  return CODE_ALONE.test(text) ? digitsIn(text) : undefined;
}

/** A lexical token other than a comment. Offsets are UTF-16, in the given text. */
export interface Token {
  from: number;
  to: number;
  text: string;
  tokenType: number;
}

/**
 * Returns the fault of a piece of SQL that is written by hand into a statement, or `null`: an open quote, a
 * parenthesis that isn't closed, a comment or a semicolon would change the text after it.
 */
export function expressionFault(text: string): string | null {
  if (text.trim() === "") return "Enter an expression.";
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === "'" || character === '"') {
      const end = text.indexOf(character, at + 1);
      if (end === -1) return `Close the quote ${character}.`;
      at = end;
    } else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    else if (character === ";") return "Remove the semicolon: this is a part of a statement.";
    else if (text.startsWith("--", at) || text.startsWith("/*", at)) return "Remove the comment.";
    if (depth < 0) return "Remove the parenthesis that closes nothing.";
  }
  return depth === 0 ? null : "Close the parenthesis.";
}

const NAME = /(?:[\p{L}_][\p{L}\p{N}_$]*|"(?:[^"]|"")+")/u.source;
const TYPE = new RegExp(
  `^${NAME}(?:\\.${NAME})?(?: ?\\([^()'";]*\\))?(?: (?:precision|varying|with|without|time|zone|year|month|day|hour|minute|second|to|local))*(?: ?\\([^()'";]*\\))?(?: (?:with|without|time|zone|local))*(?: ?\\[\\d*\\])*$`,
  "iu",
);

/** Returns the fault of the text of a type, or `null`. Whether there is such a type is known by PostgreSQL alone. */
export function typeFault(type: string): string | null {
  if (type.trim() === "") return "Choose a type.";
  return TYPE.test(type.trim()) ? null : "Enter a type such as text, numeric(10,2) or text[].";
}

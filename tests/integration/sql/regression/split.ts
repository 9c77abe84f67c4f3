/** The parts that can't be cut: strings, quoted names, dollar-quoted texts and comments; those with stars may nest. */
const WHOLE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|(\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)[\s\S]*?\1/iy;
const ESCAPED = /[eE]'(?:[^'\\]|\\[\s\S]|'')*'/y;
const WORD = /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/iy;

/**
 * Returns the statements of a script as psql cuts them (PostgreSQL 18, psql's lexer): at a semicolon outside brackets
 * and outside the body of a routine. Its own commands, and the data they send, are left out, and so are the rows after
 * COPY … FROM stdin.
 */
export function splitScript(script: string): string[] {
  const statements: string[] = [];
  let [at, start, brackets, blocks, isPsql] = [0, 0, 0, 0, false];
  const words: string[] = [];
  const end = (to: number) => {
    const text = script.slice(start, to).trim();
    if (text !== "" && !isPsql && words.length > 0) statements.push(text);
    [start, brackets, blocks, isPsql] = [to + 1, 0, 0, false];
    words.length = 0;
    return text;
  };
  while (at < script.length) {
    const char = script.charAt(at);
    const whole = matchAt(ESCAPED, script, at) ?? matchAt(WHOLE, script, at);
    if (whole !== null) at += whole.length;
    else if (script.startsWith("/*", at)) at = endOfComment(script, at);
    else if (char === "\\") {
      // Words before a command of psql's are sent by it, or belong to it.
      isPsql ||= words.length > 0;
      const eol = script.indexOf("\n", at);
      const to = eol === -1 ? script.length : eol;
      if (script.startsWith("\\;", at)) at += 2;
      else {
        end(at);
        [at, start] = [to, to];
      }
    } else if (char === ";" && brackets === 0 && blocks === 0) {
      const text = end(at);
      at += 1;
      if (/^copy\b[\s\S]*\bfrom\s+stdin\b/i.test(withoutComments(text))) {
        const last = script.indexOf("\n\\.", at);
        at = last === -1 ? script.length : last + "\n\\.".length;
        start = at;
        statements.pop();
      }
    } else {
      const word = matchAt(WORD, script, at);
      if (char === "(" || char === "[") brackets += 1;
      if ((char === ")" || char === "]") && brackets > 0) brackets -= 1;
      if (word !== null) {
        words.push(word.toLowerCase());
        blocks = blocksAfter(words, blocks);
      } else if (words.length === 0 && !/\s/.test(char)) words.push(char);
      at += word?.length ?? 1;
    }
  }
  end(script.length);
  return statements;
}

/** A routine's body between BEGIN and END has statements of its own, and CASE ends with END, too. */
function blocksAfter(words: readonly string[], blocks: number): number {
  const [first, second, third, fourth] = words;
  const object = second === "or" && third === "replace" ? fourth : second;
  if (first !== "create" || (object !== "function" && object !== "procedure")) return 0;
  const word = words.at(-1);
  if (word === "begin" || (word === "case" && blocks > 0)) return blocks + 1;
  return word === "end" && blocks > 0 ? blocks - 1 : blocks;
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function endOfComment(script: string, from: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from + 2;
  for (let depth = 1; depth > 0; ) {
    const found = mark.exec(script);
    if (!found) return script.length;
    depth += found[0] === "/*" ? 1 : -1;
  }
  return mark.lastIndex;
}

function withoutComments(text: string): string {
  return text.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, " ").trim();
}

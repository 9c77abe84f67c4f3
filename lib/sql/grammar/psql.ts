import type { Token } from "./token";

/** The lines that pg_dump writes around a dump since 17.6, so that `psql` takes no command from its data. */
const RESTRICT = /^\\(?:un)?restrict[ \t]+[A-Za-z0-9]+[ \t]*$/gm;
const COPY_FROM_STDIN = /^[ \t]*copy\b[^;]*\bfrom\s+stdin\b[^;]*;/im;
const COMMAND = /^\\(?:[A-Za-z]\w*\+?|[!?.])/;
const INSTEAD = "Run the file with psql and the connection string of Connect";

/** Returns a text with blanks in the place of the lines that only tell `psql` whom to trust, those in strings apart. */
export async function withoutRestrict(text: string, scan: (text: string) => Promise<Token[]>): Promise<string> {
  const lines = [...text.matchAll(RESTRICT)].map(({ index, 0: line }) => ({ from: index, to: index + line.length }));
  if (lines.length === 0) return text;
  const blank = (places: typeof lines) =>
    places.reduce((left, { from, to }) => left.slice(0, from) + " ".repeat(to - from) + left.slice(to), text);
  const tokens = await scan(blank(lines)).catch(() => []);
  const isWithin = (line: { from: number; to: number }) =>
    tokens.some(({ from, to }) => from < line.from && to > line.to);
  return blank(lines.filter((line) => !isWithin(line)));
}

/** Returns what to say of a text that the grammar refuses at an offset, where it was written for `psql`; else `null`. */
export function refusalOfPsql(text: string, at: number | null): string | null {
  if (at === null) return null;
  const rows = COPY_FROM_STDIN.exec(text);
  if (rows && at >= rows.index + rows[0].length) {
    return `COPY … FROM stdin and the rows after it need psql. ${INSTEAD}, make the dump with --inserts, or import the rows as CSV.`;
  }
  const [command] = COMMAND.exec(text.slice(at)) ?? [];
  if (command === undefined) return null;
  if (command === "\\copy")
    return `\\copy is a command of psql. Import a CSV file on the page Tables, or ${lower(INSTEAD)}.`;
  return `${command} is a command of psql and not SQL. ${INSTEAD}, or take the line out.`;
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

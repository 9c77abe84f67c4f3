export type Block = readonly (readonly (string | null)[])[];

/** Returns a block as tab-separated values, quoted as spreadsheets do. NULL is empty, and empty text is `""`. */
export function tsvOf(block: Block): string {
  return block.map((row) => row.map(fieldOf).join("\t")).join("\n");
}

function fieldOf(value: string | null): string {
  if (value === null) return "";
  return value === "" || /^"|[\t\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Returns the block that tab-separated values hold. An empty field is NULL, unless it is quoted. */
export function blockOf(text: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  let place = 0;
  while (place <= text.length) {
    const field = readField(text, place);
    row.push(field.value);
    place = field.end + 1;
    if (text[field.end] === "\t") continue;
    rows.push(row);
    row = [];
    if (text[field.end] === "\r" && text[place] === "\n") place += 1;
    // A line break at the end ends the last row, and starts none.
    if (place === text.length) break;
  }
  return rows;
}

const BREAK = /[\t\n\r]/g;

function readField(text: string, start: number): { value: string | null; end: number } {
  const quoted = text[start] === '"' ? readQuoted(text, start) : null;
  if (quoted) return quoted;
  BREAK.lastIndex = start;
  const end = BREAK.exec(text)?.index ?? text.length;
  return { value: end === start ? null : text.slice(start, end), end };
}

/** Returns `null` where the quote does not end its field, as in a text that only begins with one. */
function readQuoted(text: string, start: number): { value: string; end: number } | null {
  let end = start + 1;
  for (;;) {
    end = text.indexOf('"', end);
    if (end === -1) return null;
    if (text[end + 1] !== '"') break;
    end += 2;
  }
  const after = text[end + 1];
  if (after !== undefined && after !== "\t" && after !== "\n" && after !== "\r") return null;
  return { value: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Returns a block as an HTML table, which text editors and mail programs paste as one. */
export function htmlOf(block: Block): string {
  const cell = (value: string | null) =>
    `<td>${(value ?? "").replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)}</td>`;
  return `<table>${block.map((row) => `<tr>${row.map(cell).join("")}</tr>`).join("")}</table>`;
}

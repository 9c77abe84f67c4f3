/** Returns a table with a header line and columns padded to the same width, two spaces apart. Nothing is cut off. */
export function formatTable(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headers, ...rows];
  const widths = headers.map((_, column) => Math.max(...lines.map((line) => width(line[column] ?? ""))));
  return lines.map((line) => formatLine(line, widths)).join("");
}

/** Returns lines of a name and a value. */
export function formatFields(fields: readonly (readonly [string, string])[]): string {
  const widest = Math.max(...fields.map(([name]) => width(name)));
  return fields.map((field) => formatLine(field, [widest])).join("");
}

function formatLine(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, column) => {
    const text = printable(cell);
    return text + " ".repeat(Math.max(0, (widths[column] ?? 0) - width(text)));
  });
  return `${padded.join("  ").trimEnd()}\n`;
}

/** Replaces control characters: names come from customers and must not control the operator's terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\uFFFD");
}

function width(text: string): number {
  return [...text].length;
}

import Papa from "papaparse";
import { distinctNames } from "@/components/ui/distinct-names";
import { CsvQuotes, type QuoteFault } from "@/lib/core/csv-quotes";
import type { Delimiter, Encoding } from "@/lib/sql/csv/resource";
import type { Column } from "@/lib/sql/tables/resource";

/** The format of the file. */
export interface Dialect {
  delimiter: Delimiter;
  quote: '"' | "'";
  encoding: Encoding;
  hasHeader: boolean;
  nullText: string;
}

/** The first lines of a file. */
export interface Head {
  /** The names of its columns: those of the header, else `Column 1` and so on. */
  names: string[];
  rows: string[][];
  /** The names as the header has them; without a header, none. */
  header: string[];
  /** Whether the file goes on after these lines. */
  isCut: boolean;
  /** The fault of the quotes in these lines; `null` where all can be read. */
  fault: QuoteFault | null;
}

const LF = 10;
const HEAD_BYTES = 256 * 1024;
const DELIMITERS: readonly string[] = [",", ";", "\t", "|"];

/** Returns the text of the beginning of a file. Throws a `TypeError` when it is in another encoding. */
async function headText(file: File, encoding: Encoding): Promise<string> {
  const bytes = await file.slice(0, HEAD_BYTES).arrayBuffer();
  // A character may be cut at the end.
  return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: file.size > HEAD_BYTES });
}

/** Guesses how a file is written from its first lines. */
export async function detectDialect(file: File): Promise<Dialect> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isUtf16 = start[0] === 0xff && start[1] === 0xfe;
  const isUtf8 = await headText(file, "utf-8").then(
    () => true,
    () => false,
  );
  const encoding: Encoding = isUtf16 ? "utf-16le" : isUtf8 ? "utf-8" : "windows-1252";
  const text = await headText(file, encoding);
  const { data, meta } = Papa.parse<string[]>(text, {
    preview: 20,
    skipEmptyLines: true,
    delimitersToGuess: [...DELIMITERS],
  });
  const delimiter = (DELIMITERS.includes(meta.delimiter) ? meta.delimiter : ",") as Delimiter;
  return { delimiter, quote: '"', encoding, hasHeader: looksLikeHeader(data), nullText: "" };
}

/** Returns whether the first line holds names: no numbers, and more names than empty fields. A name may be there twice. */
function looksLikeHeader([first = []]: string[][]): boolean {
  const named = first.filter((text) => text.trim() !== "");
  return named.length * 2 > first.length && named.every((text) => !/^[-+\d.,:/ ]+$/.test(text));
}

export async function readHead(file: File, dialect: Dialect): Promise<Head> {
  const text = await headText(file, dialect.encoding);
  const { data } = Papa.parse<string[]>(text, {
    delimiter: dialect.delimiter,
    quoteChar: dialect.quote,
    skipEmptyLines: true,
  });
  const isCut = file.size > HEAD_BYTES;
  // The last line may be cut.
  const lines = isCut && data.length > 1 ? data.slice(0, -1) : data;
  const [first = []] = lines;
  const names = first.map((name, index) => (dialect.hasHeader && name !== "" ? name : `Column ${index + 1}`));
  const [header, rows] = dialect.hasHeader ? [first, lines.slice(1)] : [[], lines];
  return { names, rows, header, isCut, fault: faultIn(text, dialect, isCut) };
}

/** Reads the quotes as the import does, which is stricter than the reader of the preview. */
function faultIn(text: string, { quote, delimiter }: Dialect, isCut: boolean): QuoteFault | null {
  const quotes = new CsvQuotes(quote, delimiter);
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (quotes.read(code) || code !== LF) continue;
    const fault = quotes.fault(false);
    if (fault !== null) return fault;
  }
  return isCut ? null : quotes.fault(true);
}

/** Returns the table's column for each column of the file, by name; without a header, by place. */
export function matchColumns({ names }: Head, columns: readonly Column[], hasHeader: boolean): (string | null)[] {
  const settable = columns.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name);
  if (!hasHeader) return names.map((_, index) => settable[index] ?? null);
  const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const taken = new Set<string>();
  return names.map((name) => {
    const free = settable.filter((column) => !taken.has(column));
    const found = free.find((column) => column === name) ?? free.find((column) => plain(column) === plain(name));
    if (found !== undefined) taken.add(found);
    return found ?? null;
  });
}

const TYPES: [string, RegExp][] = [
  ["boolean", /^(?:true|false|t|f)$/i],
  // A leading zero belongs to a code, such as a postcode.
  ["bigint", /^-?(?:0|[1-9]\d{0,17})$/],
  ["numeric", /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/],
  ["date", /^\d{4}-\d{2}-\d{2}$/],
  ["timestamptz", /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[-+]\d{2}(?::?\d{2})?)?$/],
  ["uuid", /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i],
];
export const NEW_TYPES = ["text", ...TYPES.map(([type]) => type), "jsonb"];

/** Guesses the types of a new table's columns: the first that every value of the lines fits. */
export function guessTypes({ names, rows }: Head, nullText: string): string[] {
  return names.map((_, index) => {
    const values = rows.map((row) => row[index] ?? "").filter((value) => value !== "" && value !== nullText);
    if (values.length === 0) return "text";
    return TYPES.find(([, pattern]) => values.every((value) => pattern.test(value)))?.[0] ?? "text";
  });
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Returns the names of a new table's columns: those of the file, of which one that is repeated gets a number. */
export function newNames({ names }: Head): string[] {
  return distinctNames(names.map((text) => text.trim().slice(0, 60) || "column"));
}

/** Returns the names of a new table's columns that the header has otherwise. */
export function renamed(head: Head): string[] {
  return newNames(head).filter((name, place) => place in head.header && name !== head.header[place]?.trim());
}

/** Returns the columns, by place, whose values can be a primary key as far as the lines show: all there, none twice. */
export function possibleKeys({ names, rows }: Head, nullText: string): number[] {
  const isKey = (place: number) => {
    const values = rows.map((row) => row[place] ?? "");
    return values.every((value) => value !== "" && value !== nullText) && new Set(values).size === values.length;
  };
  return rows.length === 0 ? [] : [...names.keys()].filter(isKey);
}

/** Returns the column that is taken for the primary key until another is chosen: one called id, else the first. */
export function guessKey(head: Head, nullText: string, types: readonly string[]): number | null {
  const possible = possibleKeys(head, nullText).filter((place) =>
    ["bigint", "uuid", "text"].includes(types[place] ?? ""),
  );
  const named = possible.find((place) => /^id$/i.test(head.names[place] ?? ""));
  return named ?? (possible[0] === 0 ? 0 : null);
}

/** Returns the CREATE TABLE of a new table, as it is shown and run. */
export function createTableText(
  table: { schema: string; name: string },
  columns: readonly { name: string; type: string; isKey?: boolean }[],
): string {
  const lines = columns.map(({ name, type, isKey }) => `  ${quoted(name)} ${type}${isKey ? " PRIMARY KEY" : ""}`);
  return `CREATE TABLE ${quoted(table.schema)}.${quoted(table.name)} (\n${lines.join(",\n")}\n)`;
}

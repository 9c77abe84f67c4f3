import { ServiceError } from "@/lib/core/errors";
import type { ResultField, RowSink } from "@/lib/core/ports/customer-session";
import { asString, valueJson } from "./value-json";

/** The answer to one request, in bytes. */
export const MAX_ANSWER_BYTES = 16 * 1024 ** 2;

export interface ResultForm {
  /** Rows are arrays in place of objects. */
  arrayMode: boolean;
  /** Values are strings as Postgres writes them, for any type. */
  rawText: boolean;
}

/** Counts the characters of all results of a request. Throws `response_too_large`. */
export class AnswerSize {
  #characters = 0;

  add(characters: number): void {
    this.#characters += characters;
    if (this.#characters > MAX_ANSWER_BYTES) throw tooLarge();
  }
}

export function tooLarge(): ServiceError {
  const message = `The answer would be larger than ${MAX_ANSWER_BYTES / 1024 ** 2} MB. Ask for fewer rows or columns, or connect with the connection string.`;
  return new ServiceError("response_too_large", message);
}

/** Writes a result as JSON while its rows arrive, in the form that Neon's serverless driver reads. */
export class ResultJson implements RowSink {
  readonly #form: ResultForm;
  readonly #size: AnswerSize;
  #fields: readonly ResultField[] = [];
  #columns: Column[] = [];
  readonly #rows: string[] = [];

  constructor(form: ResultForm, size: AnswerSize) {
    this.#form = form;
    this.#size = size;
  }

  begin(fields: readonly ResultField[]): void {
    this.#fields = fields;
    this.#columns = columnsOf(fields, this.#form);
    // The names are in each row too, unless rows are arrays.
    this.#size.add(fields.reduce((sum, { name }) => sum + name.length, 0));
  }

  add(values: (string | null)[]): void {
    let text = "";
    for (const { index, key, toJson } of this.#columns) {
      const value = values[index] ?? null;
      text += `${text === "" ? "" : ","}${key}${value === null ? "null" : toJson(value)}`;
    }
    const row = this.#form.arrayMode ? `[${text}]` : `{${text}}`;
    // A row takes memory besides its text.
    this.#size.add(row.length + 8);
    this.#rows.push(row);
  }

  end({ command, rowCount }: { command: string; rowCount: number | null }): string {
    const fields = this.#fields.map(({ name, dataTypeID, tableID, columnID, dataTypeSize, dataTypeModifier }) => {
      return { name, dataTypeID, tableID, columnID, dataTypeSize, dataTypeModifier, format: "text" };
    });
    const facts = JSON.stringify({ command, rowCount, rowAsArray: this.#form.arrayMode, fields });
    return `${facts.slice(0, -1)},"rows":[${this.#rows.join(",")}]}`;
  }
}

interface Column {
  index: number;
  /** The text before a value in its row. */
  key: string;
  toJson: (text: string) => string;
}

/** An object has each column: of several with the same name, the second is called `name_2`, and so on. */
function columnsOf(fields: readonly ResultField[], { arrayMode, rawText }: ResultForm): Column[] {
  const names = new Set(fields.map(({ name }) => name));
  const seen = new Map<string, number>();
  return fields.map(({ name, dataTypeID }, index) => {
    const toJson = rawText ? asString : valueJson(dataTypeID);
    return { index, key: arrayMode ? "" : `${JSON.stringify(uniqueName(name, seen, names))}:`, toJson };
  });
}

function uniqueName(name: string, seen: Map<string, number>, taken: Set<string>): string {
  let count = (seen.get(name) ?? 0) + 1;
  seen.set(name, count);
  if (count === 1) return name;
  while (taken.has(`${name}_${count}`)) count += 1;
  seen.set(name, count);
  taken.add(`${name}_${count}`);
  return `${name}_${count}`;
}

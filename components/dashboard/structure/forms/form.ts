import type { IndexKey } from "../sql/parts";

export type FieldValue = string | boolean | readonly string[] | readonly IndexKey[];

interface FieldBase {
  name: string;
  label: string;
  description?: string;
}

/** One field of a form, of which the kind says how it looks. */
export type FormField = FieldBase &
  (
    | { kind: "text" | "expression" | "type" | "table"; value: string; placeholder?: string }
    | { kind: "check"; value: boolean }
    | { kind: "choice"; value: string; choices: readonly string[] }
    | { kind: "columns"; value: readonly string[]; choices: readonly string[] }
    | { kind: "keys"; value: readonly IndexKey[]; choices: readonly string[] }
    | { kind: "labels"; value: string }
  );

/** The fault of a form, and the name of the field. */
export interface Fault {
  field: string;
  message: string;
}

export type Values = Readonly<Record<string, FieldValue>>;

/** A form that writes SQL. */
export interface SqlForm {
  title: string;
  /** The words of the button that runs it. */
  run: string;
  /** The notice once it is done. */
  done: string;
  /** The notice to the user. */
  text?: string;
  fields: readonly FormField[];
  write: (values: Values) => string | Fault;
  /** The part to be dropped, whose dependents are listed; `null` for the whole table. Absent if nothing is dropped. */
  drops?: { kind: "column" | "constraint" | "index" | "type"; name: string } | null;
  /** The address to go to afterwards; the page itself is read again by default. */
  goTo?: (values: Values) => string;
}

export const textOf = (values: Values, name: string) => String(values[name] ?? "").trim();
export const isChecked = (values: Values, name: string) => values[name] === true;
export const listOf = (values: Values, name: string) => (values[name] ?? []) as readonly string[];

export function isFault(written: string | Fault): written is Fault {
  return typeof written !== "string";
}

/** Returns the first message as a fault of its field, or `null`. */
export function firstFault(...found: readonly [field: string, message: string | null][]): Fault | null {
  const [fault] = found.filter(([, message]) => message !== null);
  return fault ? { field: fault[0], message: fault[1] ?? "" } : null;
}

/**
 * The appearance of a field, which by default follows from the type. `prose` is text with a spelling check, `long` text
 * of several lines, `numbers` a choice of some, `radios` a choice whose values are all in sight, and `moment` a time to
 * the second, which is asked for in the reader's time zone.
 */
export type FieldKind =
  | "text"
  | "prose"
  | "long"
  | "url"
  | "email"
  | "secret"
  | "new-password"
  | "json"
  | "check"
  | "number"
  | "numbers"
  | "megabytes"
  | "words"
  | "choice"
  | "radios"
  | "moment"
  | "all-or-some";

/** A field's words in a form: `.meta({ form })` of its schema. The API reference leaves them out. */
export interface FieldWords {
  label: string;
  /** Help below the label; without it, the schema's `description`. */
  note?: string;
  /** The unit of a number, such as `seconds`. */
  unit?: string;
  kind?: FieldKind;
  placeholder?: string;
  /** The labels of the values of an enum, or the label and a note on its effect. */
  choices?: Readonly<Record<string, string | { label: string; note: string }>>;
  /** The numbers that a form offers, of all that the schema takes. */
  numbers?: readonly { value: number; label: string }[];
  /** The values of a list in their groups. An empty list stands for all. */
  groups?: readonly FieldGroup[];
  /** The limit of a text that the schema checks by a function. */
  maxLength?: number;
  /** The height of a long text in lines. */
  rows?: number;
  /** The field is there only while the field of this name has this value; the schema must do without it. */
  when?: { field: string; is: string | boolean };
  /** The refusal of a value that doesn't fit; `{reason}` stands for the schema's own words. */
  fault?: string;
}

export interface FieldGroup {
  label: string;
  values: readonly string[];
}

declare module "zod" {
  interface GlobalMeta {
    form?: FieldWords;
  }
}

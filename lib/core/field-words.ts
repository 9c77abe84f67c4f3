/**
 * The appearance of a field, which by default follows from the type. `prose` is text with a spelling check, `moment` a
 * time to the second, which is asked for in the reader's time zone.
 */
export type FieldKind =
  | "text"
  | "prose"
  | "url"
  | "check"
  | "number"
  | "megabytes"
  | "words"
  | "choice"
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
  /** The labels of the values of an enum. */
  choices?: Readonly<Record<string, string>>;
  /** The values of a list in their groups. An empty list stands for all. */
  groups?: readonly FieldGroup[];
  /** The limit of a text that the schema checks by a function. */
  maxLength?: number;
  /** The refusal of a value that doesn't fit. */
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

import type { FieldGroup, FieldKind } from "@/lib/core/field-words";

export type FieldValue = string | number | boolean | null | readonly string[];

/** A field as plain data, which a page passes to the browser. */
export interface FormField {
  name: string;
  label: string;
  note?: string;
  placeholder?: string;
  kind: FieldKind;
  isRequired: boolean;
  maxLength?: number;
  choices: readonly { value: string; label: string }[];
  groups: readonly FieldGroup[];
  /** The first value, as the verb takes it. */
  value: FieldValue;
}

/** A form as plain data. */
export interface Form {
  title: string;
  /** A sentence above the fields, about the further effects. */
  text?: string;
  /** The label of the button that submits it, and of the button that opens its dialog. */
  submit: string;
  /** The notice once it is done, if the page itself does not show it. */
  done?: string;
  fields: readonly FormField[];
}

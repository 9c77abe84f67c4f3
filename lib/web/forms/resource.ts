import type { FieldGroup, FieldKind } from "@/lib/core/field-words";

export type FieldValue = string | number | boolean | null | readonly string[] | { readonly [key: string]: unknown };

export interface FieldChoice {
  value: string;
  label: string;
  /** The effect of this value. */
  note?: string;
}

/** A field as plain data, which a page passes to the browser. */
export interface FormField {
  name: string;
  label: string;
  note?: string;
  placeholder?: string;
  kind: FieldKind;
  isRequired: boolean;
  /** Whether its text is shown and can't be changed. */
  isFixed?: boolean;
  maxLength?: number;
  rows?: number;
  when?: { field: string; is: string | boolean };
  choices: readonly FieldChoice[];
  /** Values that a text is likely to have. */
  suggestions?: readonly Pick<FieldChoice, "value" | "label">[];
  groups: readonly FieldGroup[];
  /** The first value, as the verb takes it. */
  value: FieldValue;
}

/** A form as plain data. */
export interface Form {
  title: string;
  /** A sentence above the fields, about the further effects. */
  text?: string;
  /** The label of the button that submits it. */
  submit: string;
  /** Whether something is lost by it. */
  isDestructive?: boolean;
  /** The notice once it is done, if the page itself does not show it; `{email}` stands for that property of the outcome. */
  done?: string;
  fields: readonly FormField[];
}

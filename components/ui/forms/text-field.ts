import type { FormField } from "@/lib/web/forms/resource";

/** Returns a text that has to be filled in, for a form whose action is the page's own. */
export function textField(words: Pick<FormField, "name" | "label"> & Partial<FormField>): FormField {
  return { kind: "text", isRequired: true, choices: [], groups: [], value: null, ...words };
}

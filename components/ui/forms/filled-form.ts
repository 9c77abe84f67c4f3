import type { FieldValue, Form, FormField } from "@/lib/web/forms/resource";

const MB = 1024 ** 2;

/** Returns a form with the values of the object that it changes. */
export function filledForm(form: Form, values: object): Form {
  const given = values as Readonly<Record<string, FieldValue>>;
  return { ...form, fields: form.fields.map((field) => ({ ...field, value: given[field.name] ?? null })) };
}

/** Returns a field's first value as text. */
export function shownText({ kind, value }: FormField): string {
  if (value === null) return "";
  if (kind === "megabytes") return String(Number(value) / MB);
  return Array.isArray(value) ? value.join(", ") : String(value);
}

import type { FieldValue, Form, FormField } from "@/lib/web/forms/resource";

const MB = 1024 ** 2;

/** Returns a form with the values of the object that it changes. */
export function filledForm(form: Form, values: object): Form {
  const given = values as Readonly<Record<string, FieldValue>>;
  return withFields(form, (field) => ({ ...field, value: given[field.name] ?? null }));
}

/** Returns a form whose choice has these values alone, in this order. */
export function withChoices(form: Form, name: string, values: readonly string[]): Form {
  return withFields(form, (field) => {
    const of = (wanted: string) => field.choices.filter(({ value }) => value === wanted);
    return field.name === name ? { ...field, choices: values.flatMap(of) } : field;
  });
}

/** Returns a form with a part of one field replaced. */
export function withField(form: Form, name: string, part: Partial<FormField>): Form {
  return withFields(form, (field) => (field.name === name ? { ...field, ...part } : field));
}

function withFields(form: Form, change: (field: FormField) => FormField): Form {
  return { ...form, fields: form.fields.map(change) };
}

/** Returns a field's first value as text. */
export function shownText({ kind, value }: FormField): string {
  if (value === null) return "";
  if (kind === "megabytes") return String(Number(value) / MB);
  if (kind === "json") return JSON.stringify(value, null, 2);
  return Array.isArray(value) ? value.join(kind === "long" ? "\n" : ", ") : String(value);
}

import "server-only";
import { z } from "zod";
import type { FieldKind, FieldWords } from "@/lib/core/field-words";
import { DECODERS } from "./decode";
import type { FieldValue, Form, FormField } from "./resource";

interface JsonSchema {
  type?: string;
  anyOf?: JsonSchema[];
  enum?: string[];
  items?: JsonSchema;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  default?: unknown;
  description?: string;
  form?: FieldWords;
}

interface Words<Omitted> extends Omit<Form, "fields"> {
  /** The inputs that the form does not ask for. */
  omit?: readonly Omitted[];
  /** First values that differ from the defaults of the schema. */
  start?: Readonly<Record<string, FieldValue>>;
}

/** The fields of a form as its action reads them: text in, the values of the verb out. */
type Read<Shape extends z.ZodRawShape, Omitted> = {
  [Name in Exclude<keyof Shape, Omitted>]: z.ZodType<z.output<Shape[Name]>>;
};

/** Longer text is no number. */
const NUMBER_LENGTH = 20;

/**
 * Makes a form of a verb's input: a field for each input, with its words (`.meta({ form })`) and the limits of its
 * schema. The form is plain data; its action parses the submitted fields by `input`, and refuses by `messages`.
 */
export function defineForm<Shape extends z.ZodRawShape, const Omitted extends keyof Shape & string = never>(
  { shape }: { shape: Shape },
  { omit = [], start = {}, ...words }: Words<Omitted>,
) {
  const omitted: readonly string[] = omit;
  const fields = Object.entries<unknown>(shape)
    .filter(([name]) => !omitted.includes(name))
    .map(([name, schema]) => fieldOf(name, schema as z.ZodType));
  const input = Object.fromEntries(fields.map(({ field, schema }) => [field.name, readerOf(field, schema)]));
  const messages = Object.fromEntries(fields.flatMap(({ field, fault }) => (fault ? [[field.name, fault]] : [])));
  const first = fields.map(({ field }) => ({ ...field, value: start[field.name] ?? field.value }));
  return {
    input: input as unknown as Read<Shape, Omitted>,
    messages: messages as unknown as Partial<Record<Exclude<keyof Shape & string, Omitted>, string>>,
    form: { ...words, fields: first } satisfies Form,
  };
}

interface Described {
  field: FormField;
  schema: z.ZodType;
  fault: string | undefined;
}

function fieldOf(name: string, outer: z.ZodType): Described {
  const { default: standard } = jsonOf(outer);
  const schema = withoutDefault(outer);
  const json = jsonOf(schema);
  const inner = json.anyOf?.find(({ type }) => type !== "null") ?? json;
  const { form, description } = { ...inner, ...json };
  if (!form) throw new Error(`The field ${name} has no words: add \`form\` to its metadata.`);
  const { label, unit, choices = {}, groups = [], placeholder, fault } = form;
  const kind = form.kind ?? kindOf(inner);
  const note = form.note ?? description?.replace(/\.$/, "");
  const maxLength = form.maxLength ?? lengthOf(kind, inner);
  const field: FormField = {
    name,
    label: unit ? `${label} (${unit})` : label,
    ...(note !== undefined && { note }),
    ...(placeholder !== undefined && { placeholder }),
    kind,
    isRequired: isRequired(kind, schema),
    ...(maxLength !== undefined && { maxLength }),
    choices: inner.enum?.map((value) => ({ value, label: choices[value] ?? value })) ?? [],
    groups,
    value: (standard ?? null) as FieldValue,
  };
  return { field, schema, fault };
}

function jsonOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
}

/** A form sends every field, so an absent one is no default. */
function withoutDefault(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional;
  return isWrapped ? withoutDefault(schema.unwrap() as z.ZodType) : schema;
}

function kindOf({ type, enum: choices }: JsonSchema): FieldKind {
  if (type === "boolean") return "check";
  if (type === "integer" || type === "number") return "number";
  if (type === "array") return "words";
  return choices ? "choice" : "text";
}

function lengthOf(kind: FieldKind, { maxLength, maxItems = 0, items }: JsonSchema): number | undefined {
  if (kind === "number" || kind === "megabytes") return NUMBER_LENGTH;
  // A comma and a space stand between two words.
  if (kind === "words") return maxItems * ((items?.maxLength ?? 0) + 2);
  return maxLength;
}

function isRequired(kind: FieldKind, schema: z.ZodType): boolean {
  if (kind === "check" || kind === "choice" || kind === "words" || kind === "all-or-some") return false;
  const empty = kind === "number" || kind === "megabytes" ? null : "";
  return !schema.safeParse(empty).success;
}

function readerOf({ kind, maxLength = 1_000 }: FormField, schema: z.ZodType): z.ZodType {
  if (kind === "check") {
    // A box that is not ticked is not sent.
    return z
      .literal("on")
      .optional()
      .transform((sent): unknown => sent === "on")
      .pipe(schema);
  }
  const decode = DECODERS[kind];
  return decode ? z.string().max(maxLength).transform(decode).pipe(schema) : schema;
}

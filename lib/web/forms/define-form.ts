import "server-only";
import { z } from "zod";
import type { FieldKind, FieldWords } from "@/lib/core/field-words";
import type { Message } from "../action-input";
import { DECODERS } from "./decode";
import type { FieldChoice, FieldValue, Form, FormField } from "./resource";

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
const JSON_LENGTH = 65_536;

/** Kinds whose value is typed, so that it can be empty. */
const TYPED: ReadonlySet<FieldKind> = new Set([
  "text",
  "prose",
  "long",
  "url",
  "email",
  "secret",
  "new-password",
  "json",
  "number",
  "megabytes",
  "moment",
] as const);

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
  const input = Object.fromEntries(fields.map((each) => [each.field.name, readerOf(each)]));
  const messages = Object.fromEntries(
    fields.flatMap(({ field, fault }) => (fault ? [[field.name, sayFor(fault, field.label)]] : [])),
  );
  const first = fields.map(({ field }) => ({ ...field, value: start[field.name] ?? field.value }));
  return {
    input: input as unknown as Read<Shape, Omitted>,
    messages: messages as unknown as Partial<Record<Exclude<keyof Shape & string, Omitted>, Message>>,
    form: { ...words, fields: first } satisfies Form,
  };
}

/** Words that follow the name of a field, as the general ones do, are given its label if the sentence has no other. */
function sayFor(fault: string, label: string): Message {
  if (fault === "{reason}") return ({ message }) => (message.endsWith(".") ? message : `${label} ${message}.`);
  return fault.includes("{reason}") ? ({ message }) => fault.replace("{reason}", message) : fault;
}

interface Described {
  field: FormField;
  /** The schema of a value that was sent. */
  schema: z.ZodType;
  /** The whole schema, which may do without a value. */
  outer: z.ZodType;
  fault: string | undefined;
}

function fieldOf(name: string, outer: z.ZodType): Described {
  const { default: standard, ...json } = jsonOf(outer);
  const schema = withoutDefault(outer);
  const inner = json.anyOf?.find(({ type }) => type !== "null") ?? json;
  const { form, description } = { ...inner, ...json };
  if (!form) throw new Error(`The field ${name} has no words: add \`form\` to its metadata.`);
  const { label, unit, placeholder, rows, when, fault } = form;
  if (when && !outer.safeParse(undefined).success)
    throw new Error(`The field ${name} is sometimes away, yet required.`);
  const kind = form.kind ?? (form.numbers ? "numbers" : kindOf(inner));
  const note = form.note ?? description?.replace(/\.$/, "");
  const maxLength = form.maxLength ?? lengthOf(kind, inner);
  const field: FormField = {
    name,
    label: unit ? `${label} (${unit})` : label,
    ...(note && { note }),
    ...(placeholder !== undefined && { placeholder }),
    kind,
    isRequired: !(outer instanceof z.ZodOptional) && isRequired(kind, schema),
    ...(maxLength !== undefined && { maxLength }),
    ...(rows !== undefined && { rows }),
    ...(when !== undefined && { when }),
    choices: choicesOf(inner, form),
    groups: form.groups ?? [],
    value: (standard ?? null) as FieldValue,
  };
  return { field, schema, outer, fault };
}

function choicesOf({ enum: values = [] }: JsonSchema, { choices = {}, numbers }: FieldWords): FieldChoice[] {
  if (numbers) return numbers.map(({ value, label }) => ({ value: String(value), label }));
  return values.map((value) => {
    const words = choices[value] ?? value;
    return typeof words === "string" ? { value, label: words } : { value, ...words };
  });
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
  if (kind === "number" || kind === "numbers" || kind === "megabytes") return NUMBER_LENGTH;
  // A comma and a space stand between two words.
  if (kind === "words") return maxItems * ((items?.maxLength ?? 0) + 2);
  return kind === "json" ? JSON_LENGTH : maxLength;
}

function isRequired(kind: FieldKind, schema: z.ZodType): boolean {
  if (!TYPED.has(kind)) return false;
  const empty = kind === "number" || kind === "megabytes" ? null : "";
  return !schema.safeParse(empty).success;
}

/** Returns the schema that reads a submitted field. */
function readerOf({ field, schema, outer }: Described): z.ZodType {
  const sent = sentOf(field, schema, outer);
  if (!field.when) return sent;
  // A field that isn't there is as good as an input that isn't given.
  return z
    .unknown()
    .optional()
    .transform((value, context): unknown => {
      const parsed = (value === undefined ? outer : sent).safeParse(value);
      if (parsed.success) return parsed.data;
      context.issues.push(...parsed.error.issues.map((issue) => ({ ...issue, input: value }) as never));
      return z.NEVER;
    });
}

function sentOf({ kind, maxLength = 1_000 }: FormField, schema: z.ZodType, outer: z.ZodType): z.ZodType {
  if (kind === "check") {
    // A box that is not ticked is not sent.
    return z
      .literal("on")
      .optional()
      .transform((sent): unknown => sent === "on")
      .pipe(schema);
  }
  const decode = DECODERS[kind] ?? ((text: string): unknown => text);
  const isTyped = TYPED.has(kind);
  if (outer instanceof z.ZodOptional && isTyped && !schema.safeParse("").success) {
    // An empty field gives nothing.
    return z
      .string()
      .max(maxLength)
      .transform((text) => (text === "" ? undefined : decode(text)))
      .pipe(schema.optional());
  }
  return DECODERS[kind] ? z.string().max(maxLength).transform(decode).pipe(schema) : schema;
}

import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { readAs } from "@/lib/core/input-sentences";

/** A field is refused with this sentence, or with the sentence that the function makes of the schema's message. */
export type Message = string | ((issue: { message: string }) => string);

export type Messages<Schema extends z.ZodObject> = Readonly<Partial<Record<keyof Schema["shape"], Message>>>;

interface Definition<Schema extends z.ZodObject> {
  input?: Schema;
  args?: readonly string[];
  isForm?: boolean;
  messages?: Messages<Schema>;
}

const NOT_FROM_A_PAGE = "The page sent something unexpected. Reload it and try again.";

/** Parses the arguments that a browser sent, which can be anything, and adds `place`. Throws `invalid_request`. */
export function readInput<Schema extends z.ZodObject>(
  definition: Definition<Schema>,
  place: Readonly<Record<string, unknown>>,
  given: readonly unknown[],
): z.output<Schema> {
  const { input: schema = z.object({}), args = [], isForm = false, messages = {} } = definition;
  const fields = Object.keys(schema.shape);
  const named = { ...place, ...Object.fromEntries(args.map((name, index) => [name, given[index]])) };
  const others = fields.filter((field) => !Object.hasOwn(named, field));
  const read = isForm ? readForm : readObject;
  // React passes the form's previous state between the arguments and the form.
  const rest = others.length === 0 ? {} : read(given[args.length + (isForm ? 1 : 0)], others);
  const present = Object.entries({ ...named, ...rest }).filter(
    ([field, value]) => fields.includes(field) && value !== undefined,
  );
  const parsed = readAs(schema, Object.fromEntries(present));
  if (parsed.success) return parsed.data as z.output<Schema>;
  const details = parsed.error.issues.map(({ path, message }) => {
    const words = (messages as Record<string, Message | undefined>)[String(path[0])] ?? NOT_FROM_A_PAGE;
    return { path: path.join("."), message: typeof words === "string" ? words : words({ message }) };
  });
  throw new ServiceError("invalid_request", details[0]?.message ?? NOT_FROM_A_PAGE, { details });
}

function readForm(source: unknown, fields: readonly string[]): Record<string, unknown> {
  if (!(source instanceof FormData)) throw notFromAPage();
  const values = fields.map((field) => [field, source.getAll(field)] as const);
  if (values.some(([, { length }]) => length > 1)) throw notFromAPage();
  return Object.fromEntries(values.map(([field, [value]]) => [field, value]));
}

function readObject(source: unknown, fields: readonly string[]): Record<string, unknown> {
  const isPlain = typeof source === "object" && source !== null && Object.getPrototypeOf(source) === Object.prototype;
  if (!isPlain || !Object.keys(source).every((field) => fields.includes(field))) throw notFromAPage();
  return source as Record<string, unknown>;
}

function notFromAPage(): ServiceError {
  return new ServiceError("invalid_request", NOT_FROM_A_PAGE);
}

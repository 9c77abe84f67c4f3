import { type Command, InvalidArgumentError, Option } from "commander";
import { z } from "zod";
import type { ServiceContext } from "@/lib/runtime";
import { UsageError } from "../command-line";

/** The words of an option that do not follow from its field. */
export interface OptionWords<At = unknown> {
  /** The flags; by default the name of the field, with a value if it takes one: `--max-object <size>`. */
  flags?: string;
  /** The help; by default the description of the schema. */
  help?: string;
  /** The values to choose from; by default those of the schema, unless `as` reads the value. */
  choices?: readonly string[];
  /** Reads a value, or each one of several; by default by the type of the schema. */
  as?: (text: string) => unknown;
  /** Finds the value of a given text in the session, such as the ID of a user that an address names. */
  find?: (ctx: ServiceContext, text: string, at: At) => unknown;
  /** The help of a second flag, `--no-…`, which says `false`. */
  no?: string;
}

/**
 * The options of a command, by the names of their fields and in the order of the help. A text is the help, behind flags
 * or a value as the help shows them: `--to <email>  only mails to this address`.
 */
export type Options<Name extends string = string, At = unknown> = Partial<Record<Name, OptionWords<At> | string>>;

interface FieldSchema {
  type?: string;
  anyOf?: FieldSchema[];
  enum?: string[];
  items?: FieldSchema;
  default?: unknown;
  description?: string;
}

interface Field {
  name: string;
  option: Option;
  negation: Option | null;
  read: (text: string) => unknown;
  find: Find | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: the place of the command decides the address
type Find = (ctx: ServiceContext, text: string, at: any) => unknown;

/** The fields of a command that the caller gives, each as an option or an argument. */
export interface Fields {
  addTo(command: Command): void;
  /** Returns the given values by the names of their fields. Throws `UsageError`. */
  read(command: Command, args: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
  /** The fields whose values are found in the session. */
  finds: ReadonlyMap<string, Find>;
  /** Returns a field as the caller knows it. */
  nameOf(field: string): string;
}

/** Makes options of the fields of a schema: flags, help, choices, default and whether it is required. */
export function defineFields(schema: z.ZodObject, options: Options): Fields {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const schemaOf = (name: string) => simplified((properties[name] ?? {}) as FieldSchema);
  const fields = Object.entries(options).map(([name, words = {}]) =>
    fieldOf(name, schemaOf(name), typeof words === "string" ? wordsOf(words) : words, required.includes(name)),
  );
  const forced = fields.filter(({ name, option }) => required.includes(name) && option.isBoolean());
  return {
    addTo(command) {
      for (const argument of command.registeredArguments) {
        const choices = schemaOf(argument.name()).enum;
        if (choices) argument.choices(choices);
      }
      for (const { option, negation } of fields) {
        command.addOption(option);
        if (negation) command.addOption(negation);
      }
    },
    async read(command, args) {
      const values: Record<string, unknown> = Object.fromEntries(forced.map(({ name }) => [name, false]));
      for (const [name, value] of Object.entries(args)) {
        if (name in properties) values[name] = await readAll(readerOf(schemaOf(name)), value, `<${name}>`);
      }
      for (const { name, option, read } of fields) {
        const key = option.attributeName();
        // A default is the schema's own.
        if (command.getOptionValueSource(key) !== "cli") continue;
        values[name] = await readAll(read, command.getOptionValue(key), option.long ?? name);
      }
      return values;
    },
    finds: new Map(fields.flatMap(({ name, find }) => (find ? [[name, find]] : []))),
    nameOf: (name) => fields.find((field) => field.name === name)?.option.long ?? `<${name}>`,
  };
}

/** Returns a schema without `null`, which no text says. */
function simplified(schema: FieldSchema): FieldSchema {
  const inner = schema.anyOf?.find(({ type }) => type !== "null") ?? {};
  return { ...inner, ...schema };
}

/** Returns the words of a text such as `--to <email>  only mails to this address`. */
export function wordsOf(text: string): Pick<OptionWords, "flags" | "help"> {
  if (!/^(--|<)/.test(text)) return { help: text };
  const [flags, help] = text.split("  ");
  return { flags, help };
}

function fieldOf(name: string, schema: FieldSchema, words: OptionWords, isRequired: boolean): Field {
  const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const value = { boolean: "", array: `<${kebab}...>` }[schema.type ?? ""] ?? `<${kebab}>`;
  const { flags = value } = words;
  const option = new Option(
    flags.startsWith("--") ? flags : `--${kebab}${flags && ` ${flags}`}`,
    words.help ?? helpFrom(schema.description ?? ""),
  );
  const choices = words.choices ?? (words.as ? undefined : (schema.enum ?? schema.items?.enum));
  if (choices) option.choices(choices);
  if (typeof schema.default === "number" || (typeof schema.default === "string" && schema.default)) {
    option.default(schema.default);
  }
  option.makeOptionMandatory(isRequired && !option.isBoolean());
  const negation = words.no === undefined ? null : new Option(`--no-${option.long?.slice(2)}`, words.no);
  return { name, option, negation, read: words.as ?? readerOf(schema), find: words.find };
}

/** Returns a description as a help: `The largest object.` is `the largest object`. */
function helpFrom(description: string): string {
  const text = description.replaceAll("`", "").replace(/\.$/, "");
  return /^[A-Z][A-Z]/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

function readerOf({ type }: FieldSchema): (text: string) => unknown {
  if (type !== "integer" && type !== "number") return (text) => text;
  return (text) => {
    if (/^-?\d{1,15}$/.test(text)) return Number(text);
    throw new InvalidArgumentError("Use a whole number.");
  };
}

async function readAll(read: (text: string) => unknown, value: unknown, name: string): Promise<unknown> {
  try {
    if (Array.isArray(value)) return await Promise.all(value.map(read));
    return typeof value === "string" || value === true ? await read(value as string) : value;
  } catch (error) {
    throw error instanceof InvalidArgumentError ? new UsageError(`${name}: ${error.message}`) : error;
  }
}

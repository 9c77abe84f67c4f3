import type { Command } from "commander";
import { z } from "zod";
import { readAs } from "@/lib/core/input-sentences";
import type { ServiceContext } from "@/lib/runtime";
import { type CommandLine, type CommandSession, type SessionPurpose, UsageError } from "../command-line";
import type { CommandTree, Definition } from "./definition";
import { defineFields, type Fields, type Options } from "./options";
import type { Names, Place, PlaceWords } from "./place";
import { anywhere } from "./places";

/** The values of the arguments of a usage such as `set <flag> [values...]`. */
type ArgumentsOf<Usage> = Usage extends `${infer First} ${infer Rest}`
  ? ArgumentsOf<First> & ArgumentsOf<Rest>
  : Usage extends `<${infer Name}...>` | `[${infer Name}...]`
    ? Record<Name, string[]>
    : Usage extends `<${infer Name}>`
      ? Record<Name, string>
      : Usage extends `[${infer Name}]`
        ? { [Key in Name]?: string }
        : unknown;

/** The values that the caller gives: those of the schema but the address, and the arguments that it does not have. */
type Given<Schema extends z.ZodObject, At, Usage> = Omit<FieldsOf<Schema>, keyof At> &
  Omit<ArgumentsOf<Usage>, keyof FieldsOf<Schema>>;

/** An object without fields would have every name. */
type FieldsOf<Schema extends z.ZodObject> = string extends keyof z.output<Schema> ? unknown : z.output<Schema>;

interface Call {
  line: CommandLine;
  asJson: boolean;
  loadAll: CommandTree["loadAll"];
}

interface Words<Usage, Schema extends z.ZodObject, Result, Input> {
  /** The verb and its arguments after those of the place. An argument that the schema has is a field of it. */
  usage: Usage;
  description: string;
  /** The texts that follow the names of the place in an example; by default none. */
  examples?: readonly string[];
  /** The schema of the input, which is usually the verb's own. */
  input?: Schema;
  /** The fields of the schema that are options. */
  options?: Options<keyof z.output<NoInfer<Schema>> & string>;
  /** Returns the text for people; a line feed at its end is added. */
  print: (result: Result, input: NoInfer<Input>) => string;
  /** Returns the result for programs. By default it is the result, and a list is its `items`. */
  json?: (result: Result) => unknown;
  /** Whether the command found everything well; otherwise it exits with 1. */
  isWell?: (result: Result) => boolean;
}

interface VerbWords<Usage, At, Schema extends z.ZodObject, Read, Result>
  extends Words<Usage, Schema, Result, At & Read> {
  place?: Place<At>;
  /** Reads more of the input, such as files, before there is a session. */
  read?: (given: Given<Schema, At, Usage>, line: CommandLine) => Promise<Read> | Read;
  run: (ctx: ServiceContext, input: NoInfer<At & Read>, call: Call & { session: CommandSession }) => Promise<Result>;
  purpose?: SessionPurpose;
}

interface MachineVerbWords<Usage, Schema extends z.ZodObject, Result>
  extends Words<Usage, Schema, Result, Given<Schema, unknown, Usage>> {
  run: (input: Given<Schema, unknown, Usage>, call: Call) => Promise<Result>;
}

type None = z.ZodObject<Record<never, never>>;

/** Defines the command of a verb: how its place is named, its input, the verb, and how the result is printed. */
export function verb<
  const Usage extends string,
  Result,
  At = unknown,
  Schema extends z.ZodObject = None,
  Read = Given<Schema, At, Usage>,
>({ place = anywhere as Place<At>, ...words }: VerbWords<Usage, At, Schema, Read, Result>): Definition {
  const { read = (values) => values as unknown as Read, run, purpose } = words;
  return define<Result, At & Read>(words, place, async (given, names, call) => {
    const input = await read(given as Given<Schema, At, Usage>, call.line);
    return call.line.withSession(async (session) => {
      const all = { ...(await place.find(session.ctx, names)), ...input };
      return { input: all, result: await run(session.ctx, all, { ...call, session }) };
    }, purpose);
  });
}

/** Defines a command that needs no session. */
export function machineVerb<const Usage extends string, Result, Schema extends z.ZodObject = None>(
  words: MachineVerbWords<Usage, Schema, Result>,
): Definition {
  return define<Result, Given<Schema, unknown, Usage>>(words, anywhere, async (given, _names, call) => {
    const input = given as Given<Schema, unknown, Usage>;
    return { input, result: await words.run(input, call) };
  });
}

/** Defines a group of commands below a noun. */
export function group(name: string, description: string, definitions: readonly Definition[]): Definition {
  return {
    addTo: (tree, parent) => {
      const command = parent.command(name).description(description);
      for (const each of definitions) each.addTo(tree, command);
    },
  };
}

type Work<Result, Input> = (given: unknown, names: Names, call: Call) => Promise<{ input: Input; result: Result }>;

function define<Result, Input>(
  // biome-ignore lint/suspicious/noExplicitAny: the schema decides the names of the options
  words: Words<string, any, Result, Input>,
  place: PlaceWords,
  work: Work<Result, Input>,
): Definition {
  const addTo = (tree: CommandTree, parent: Command) => {
    const [name, ...own] = words.usage.split(" ");
    const command = parent.command([name, place.args, ...own].filter(Boolean).join(" "));
    command.description(words.description);
    for (const { flags, help, isOptional } of place.options) {
      if (isOptional) command.option(flags, help);
      else command.requiredOption(flags, help);
    }
    const schema = schemaWithout(words.input ?? z.object({}), place.keys);
    const fields = defineFields(schema, words.options ?? {});
    fields.addTo(command);
    command.option("--json", "print the result as JSON");
    command.addHelpText("after", `\nExamples:\n${examplesOf(command, place, words.examples ?? [""])}`);
    command.action(async () => {
      const args = argumentsOf(command);
      const asJson = command.getOptionValue("json") === true;
      const parsed = parseInput(schema, fields, await fields.read(command, args));
      const names = { ...command.opts(), ...args } as Names;
      const { line, loadAll } = tree;
      const { input, result } = await work({ ...ownArguments(args, place), ...parsed }, names, {
        line,
        asJson,
        loadAll,
      });
      line.write(
        asJson ? `${JSON.stringify(jsonOf(words, result), null, 2)}\n` : textOf(words, command, result, input),
      );
      if (words.isWell?.(result) === false) tree.setExitCode(1);
    });
  };
  return { addTo };
}

/** Returns the schema without the fields that the place finds. */
function schemaWithout(schema: z.ZodObject, keys: readonly string[]): z.ZodObject {
  const known = keys.filter((key) => key in schema.shape);
  return known.length === 0
    ? schema
    : schema.omit(Object.fromEntries(known.map((key) => [key, true])) as Record<string, true>);
}

function parseInput(schema: z.ZodObject, { nameOf }: Fields, values: Record<string, unknown>): object {
  const { success, data, error } = readAs(schema, values);
  if (success) return data;
  const told = error.issues.map(({ path: [field, ...rest], message }) => {
    return `${[field === undefined ? "the options" : nameOf(String(field)), ...rest].join(".")} ${message}`;
  });
  throw new UsageError(told.join("; "));
}

function argumentsOf(command: Command): Record<string, unknown> {
  return Object.fromEntries(command.registeredArguments.map((each, i) => [each.name(), command.processedArgs[i]]));
}

/** Verbs refuse fields that they do not know, such as the names of the place. */
function ownArguments(args: Record<string, unknown>, place: PlaceWords): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !place.args.includes(`<${name}>`)));
}

function examplesOf(command: Command, { example }: PlaceWords, texts: readonly string[]): string {
  const path = [command.name()];
  for (let at = command.parent; at; at = at.parent) path.unshift(at.name());
  return texts
    .map((text) => {
      const [, own = "", redirection = ""] = /^(.*?)((?: ?[<>] .*)?)$/s.exec(text) ?? [];
      const words = [...path, example.args, own, example.options, redirection.trim()];
      return `  ${words.filter(Boolean).join(" ")}\n`;
    })
    .join("");
}

function jsonOf<Result>({ json }: { json?: (result: Result) => unknown }, result: Result): unknown {
  if (json) return json(result);
  return Array.isArray(result) ? { items: result } : result;
}

/** A page says how to go on. */
function textOf<Result, Input>(
  { print }: { print: (result: Result, input: Input) => string },
  command: Command,
  result: Result,
  input: Input,
): string {
  const text = print(result, input);
  const { nextCursor } = (result ?? {}) as { nextCursor?: unknown };
  const flag = command.options.find(({ long }) => long !== undefined && CURSORS.has(long));
  const more = flag && typeof nextCursor === "string" ? `More: ${flag.long} ${nextCursor}\n` : "";
  return `${text === "" || text.endsWith("\n") ? text : `${text}\n`}${more}`;
}

const CURSORS: ReadonlySet<string> = new Set(["--before", "--after", "--cursor"]);

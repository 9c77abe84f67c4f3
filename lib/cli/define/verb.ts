import type { Command } from "commander";
import { z } from "zod";
import { readAs } from "@/lib/core/input-sentences";
import type { ServiceContext } from "@/lib/runtime";
import { UsageError } from "../command-line";
import type { CommandTree, Definition } from "./definition";
import { defineFields, type Fields } from "./options";
import { printColumns } from "./print";
import {
  type AnyWords,
  type Call,
  type Find,
  type Given,
  type MachineVerbWords,
  type Names,
  type None,
  type PlaceWords,
  UNNAMED,
  type VerbWords,
} from "./words";

/** Defines the command of a verb at a place. */
export function verbAt<At, Usage extends string, Result, Schema extends z.ZodObject, Read>(
  place: PlaceWords & { find: Find<At> },
  usage: Usage,
  words: VerbWords<Usage, At, Schema, Read, Result>,
): Definition {
  const { read = (values) => values as unknown as Read, run, purpose } = words;
  return define<Result, At & Read>(usage, words, place, async (given, names, call, findFields) => {
    const input = await read(given as Given<Schema, At, Usage>, call.line);
    return call.line.withSession(async (session) => {
      const at = await place.find(session.ctx, names);
      const all = { ...at, ...input, ...(await findFields(session.ctx, at)) };
      return { input: all, result: await run(session.ctx, all, { ...call, session }) };
    }, purpose);
  });
}

/** Defines a command that needs no session. */
export function machineVerb<const Usage extends string, Result, Schema extends z.ZodObject = None>(
  usage: Usage,
  words: MachineVerbWords<Usage, Schema, Result>,
): Definition {
  return define<Result, Given<Schema, unknown, Usage>>(usage, words, UNNAMED, async (given, _names, call) => {
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

/** Returns the fields whose values are found in the session. */
type FindFields = (ctx: ServiceContext, at: unknown) => Promise<object>;

type Work<Result, Input> = (
  given: unknown,
  names: Names,
  call: Call,
  findFields: FindFields,
) => Promise<{ input: Input; result: Result }>;

function define<Result, Input>(
  usage: string,
  words: AnyWords<Result, Input>,
  place: PlaceWords,
  work: Work<Result, Input>,
): Definition {
  const addTo = (tree: CommandTree, parent: Command) => {
    const [name, ...own] = usage.split(" ");
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
      const { parsed, findFields } = parseInput(schema, fields, await fields.read(command, args));
      const names = { ...command.opts(), ...args } as Names;
      const { line, loadAll } = tree;
      const call = { line, asJson, loadAll };
      const { input, result } = await work({ ...ownArguments(args, place), ...parsed }, names, call, findFields);
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

/** Checks the values but those that are found in the session. */
function parseInput(schema: z.ZodObject, { nameOf, finds }: Fields, values: Record<string, unknown>) {
  const isFound = ([name]: [string, unknown]) => finds.has(name);
  const found = Object.entries(values).filter(isFound);
  const names = found.map(([name]) => name);
  const rest = Object.fromEntries(Object.entries(values).filter((value) => !isFound(value)));
  const { success, data, error } = readAs(schemaWithout(schema, names), rest);
  if (success) {
    const findFields: FindFields = async (ctx, at) =>
      Object.fromEntries(
        await Promise.all(found.map(async ([name, text]) => [name, await finds.get(name)?.(ctx, String(text), at)])),
      );
    return { parsed: data as object, findFields };
  }
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
  { columns, lines, print }: AnyWords<Result, Input>,
  command: Command,
  result: Result,
  input: Input,
): string {
  const shown = columns ? printColumns(columns, result, lines?.(result)) : "";
  const text = shown + (print?.(result, input) ?? "");
  const { nextCursor } = (result ?? {}) as { nextCursor?: unknown };
  const flag = command.options.find(({ long }) => long !== undefined && CURSORS.has(long));
  const more = flag && typeof nextCursor === "string" ? `More: ${flag.long} ${nextCursor}\n` : "";
  return `${text === "" || text.endsWith("\n") ? text : `${text}\n`}${more}`;
}

const CURSORS: ReadonlySet<string> = new Set(["--before", "--after", "--cursor"]);

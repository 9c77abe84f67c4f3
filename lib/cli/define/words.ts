import type { z } from "zod";
import type { ServiceContext } from "@/lib/runtime";
import type { CommandLine, CommandSession, SessionPurpose } from "../command-line";
import type { CommandTree } from "./definition";
import type { Options } from "./options";
import type { Columns, ItemOf, Lines } from "./print";

/** The given arguments and options of a command that name its place. */
export type Names = Readonly<Record<string, string | undefined>>;

/** The words by which the caller names the thing that a command is about. */
export interface PlaceWords {
  /** Its arguments, such as `<organisation> <user>`. */
  args: string;
  /** Its options as flags and help; without `isOptional`, each must be given. */
  options: readonly { flags: string; help: string; isOptional?: true }[];
  /** Examples of the arguments and of the options. */
  example: { args: string; options: string };
  /** The names of the fields of its address. */
  keys: readonly string[];
}

/** The words of a command about the whole installation. */
export const UNNAMED = { args: "", options: [], example: { args: "", options: "" }, keys: [] } satisfies PlaceWords;

/** Finds the address of the thing that a command is about. */
export type Find<At> = (ctx: ServiceContext, names: Names) => Promise<At>;

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
export type Given<Schema extends z.ZodObject, At, Usage> = Omit<FieldsOf<Schema>, keyof At> &
  Omit<ArgumentsOf<Usage>, keyof FieldsOf<Schema>>;

/** An object without fields would have every name. */
type FieldsOf<Schema extends z.ZodObject> = string extends keyof z.output<Schema> ? unknown : z.output<Schema>;

export interface Call {
  line: CommandLine;
  asJson: boolean;
  loadAll: CommandTree["loadAll"];
}

export interface Words<Schema extends z.ZodObject, Result, Input, At = unknown> {
  description: string;
  /** The texts that follow the names of the place in an example; by default none. */
  examples?: readonly string[];
  /** The schema of the input, which is usually the verb's own. */
  input?: Schema;
  /** The fields of the schema that are options. */
  options?: Options<keyof z.output<NoInfer<Schema>> & string, At>;
  /** The properties of the result, or of each item of a list, that people are shown. */
  columns?: Columns<ItemOf<Result>>;
  /** Returns further lines of a name and a value. */
  lines?: (result: Result) => Lines;
  /** Returns the text for people, after the columns if there are some; a line feed at its end is added. */
  print?: (result: Result, input: NoInfer<Input>) => string;
  /** Returns the result for programs. By default it is the result, and a list is its `items`. */
  json?: (result: Result) => unknown;
  /** Whether the command found everything well; otherwise it exits with 1. */
  isWell?: (result: Result) => boolean;
}

export interface VerbWords<Usage, At, Schema extends z.ZodObject, Read, Result>
  extends Words<Schema, Result, At & Read, At> {
  /** Reads more of the input, such as files, before there is a session and before `find` of an option. */
  read?: (given: Given<Schema, At, Usage>, line: CommandLine) => Promise<Read> | Read;
  run: (ctx: ServiceContext, input: NoInfer<At & Read>, call: Call & { session: CommandSession }) => Promise<Result>;
  purpose?: SessionPurpose;
}

export interface MachineVerbWords<Usage, Schema extends z.ZodObject, Result>
  extends Words<Schema, Result, Given<Schema, unknown, Usage>> {
  run: (input: Given<Schema, unknown, Usage>, call: Call) => Promise<Result>;
}

export type None = z.ZodObject<Record<never, never>>;

// biome-ignore lint/suspicious/noExplicitAny: the schema decides the names of the options, the place their address
export type AnyWords<Result, Input> = Words<any, Result, Input, any>;

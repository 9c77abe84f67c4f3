import type { ServiceContext } from "@/lib/runtime";

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

/** The thing that a command is about. */
export interface Place<At> extends PlaceWords {
  keys: readonly (keyof At & string)[];
  find: (ctx: ServiceContext, names: Names) => Promise<At>;
}

/** Returns the value of an argument or a required option; commander has refused the call without one. */
export function given(names: Names, name: string): string {
  const value = names[name];
  if (value === undefined) throw new TypeError(`${name} is not declared`);
  return value;
}

/** Returns a place within another, named by the ID that an argument more is. */
export function within<At, Key extends string>(
  outer: Place<At>,
  argument: string,
  key: Key,
  example: string,
): Place<At & Record<Key, string>> {
  return {
    ...outer,
    args: `${outer.args} <${argument}>`.trimStart(),
    example: { ...outer.example, args: `${outer.example.args} ${example}`.trimStart() },
    keys: [...outer.keys, key] as Place<At & Record<Key, string>>["keys"],
    find: async (ctx, names) => ({ ...(await outer.find(ctx, names)), [key]: given(names, argument) }) as never,
  };
}

/** Returns a place within another that more must be asked about than its ID. */
export function found<Outer, At>(
  outer: Place<Outer>,
  argument: string,
  example: string,
  keys: Place<At>["keys"],
  find: (ctx: ServiceContext, outer: Outer, name: string) => Promise<At>,
): Place<At> {
  return {
    ...outer,
    args: `${outer.args} <${argument}>`.trimStart(),
    example: { ...outer.example, args: `${outer.example.args} ${example}`.trimStart() },
    keys,
    find: async (ctx, names) => find(ctx, await outer.find(ctx, names), given(names, argument)),
  };
}

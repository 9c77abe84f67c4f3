import type { z } from "zod";
import type { ServiceContext } from "@/lib/runtime";
import type { Definition } from "./definition";
import { verbAt } from "./verb";
import type { Find, Given, Names, None, PlaceWords, VerbWords } from "./words";

interface PlaceDefinition<At> extends PlaceWords {
  keys: readonly (keyof At & string)[];
  find: Find<At>;
}

/** The thing that commands are about. They are defined on it. */
export interface Place<At> extends PlaceDefinition<At> {
  /** Defines the command of a verb. An argument of its usage that the schema has is a field of it. */
  verb<const Usage extends string, Result, Schema extends z.ZodObject = None, Read = Given<Schema, At, Usage>>(
    usage: Usage,
    words: VerbWords<Usage, At, Schema, Read, Result>,
  ): Definition;
  /** Returns a place within this one, named by the ID that an argument more is. */
  within<Key extends string>(argument: string, key: Key, example: string): Place<At & Record<Key, string>>;
  /** Returns a place within this one that more must be asked about than its ID. */
  found<Inner>(
    argument: string,
    example: string,
    keys: Place<Inner>["keys"],
    find: (ctx: ServiceContext, at: At, name: string) => Promise<Inner>,
  ): Place<Inner>;
}

export function definePlace<At>(place: PlaceDefinition<At>): Place<At> {
  const found: Place<At>["found"] = (argument, example, keys, find) =>
    definePlace({
      ...place,
      args: `${place.args} <${argument}>`.trimStart(),
      example: { ...place.example, args: `${place.example.args} ${example}`.trimStart() },
      keys,
      find: async (ctx, names) => find(ctx, await place.find(ctx, names), given(names, argument)),
    });
  return {
    ...place,
    verb: (usage, words) => verbAt(place, usage, words),
    within<Key extends string>(argument: string, key: Key, example: string) {
      type Inner = At & Record<Key, string>;
      const keys = [...place.keys, key] as Place<Inner>["keys"];
      return found<Inner>(argument, example, keys, async (_ctx, at, id) => ({ ...at, [key]: id }) as Inner);
    },
    found,
  };
}

/** Returns the value of an argument or a required option; commander has refused the call without one. */
export function given(names: Names, name: string): string {
  const value = names[name];
  if (value === undefined) throw new TypeError(`${name} is not declared`);
  return value;
}

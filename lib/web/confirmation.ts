import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";

export const Typed = z.string().trim().max(400);

/** The text that confirms: a name as it is written, or the account's own address in any case. */
export type Wanted = string | { ownEmail: string };

/** Throws `invalid_request` unless the user typed the wanted text. */
export function requireTyped(typed: string, wanted: Wanted): void {
  const isName = typeof wanted === "string";
  if (isName ? typed === wanted.trim() : typed.toLowerCase() === wanted.ownEmail.trim()) return;
  throw new ServiceError("invalid_request", `Type ${isName ? wanted : "your email address"} to confirm.`);
}

/** Returns a verb that is done once the user typed the text that `wantedOf` returns. */
export function confirmed<Ctx, Input, Current, Value>(
  wantedOf: (ctx: Ctx, input: Input, current: Current) => Wanted | Promise<Wanted>,
  verb: (ctx: Ctx, input: Input, current: Current) => Promise<Value>,
) {
  return async (ctx: Ctx, { confirmation, ...input }: Input & { confirmation: string }, current: Current) => {
    const rest = input as unknown as Input;
    requireTyped(confirmation, await wantedOf(ctx, rest, current));
    return verb(ctx, rest, current);
  };
}

import "server-only";
import type { Route } from "next";
import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { notFound, redirect, unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import type { Context } from "@/lib/core/context";
import { ERRORS, isFailureOfService } from "@/lib/core/error-table";
import { isId } from "@/lib/core/ids";
import { logRefusal } from "@/lib/http/log-refusal";
import { toServiceError } from "@/lib/http/to-service-error";
import { getRuntime } from "@/lib/runtime/current";
import { type Messages, readInput } from "./action-input";
import { countUse } from "./count-use";
import {
  type CurrentAccount,
  type CurrentMember,
  refuseSignedOut,
  requireAccount,
  requireMember,
} from "./current-member";
import { requireOperatorAccount } from "./current-operator";
import type { Outcome } from "./resource";
import { requireOwnOrigin } from "./same-origin";

interface Effects<Input, Value> {
  /** The metrics and the log know the action by this name. */
  operationId: string;
  /** The browser reads the dashboard's pages anew once the verb is done. */
  refreshes?: boolean;
  /** Returns the address that the browser goes to once the verb is done. */
  redirect?: (input: Input, value: Value) => string;
}

interface Definition<Schema extends z.ZodObject, Args, Form, Input, Value> extends Effects<Input, Value> {
  input?: Schema;
  /** These fields of the input are arguments, in this order; an object or a form after them holds the others. */
  args?: Args;
  isForm?: Form;
  messages?: Messages<Schema>;
}

interface Place {
  organisationId: string;
}

type Field<Schema extends z.ZodObject> = keyof Schema["shape"] & string;

/** Text keeps its type; everything else is unknown until it is parsed. */
type Sent<Value> = Value extends string ? string : Value extends null ? null : unknown;

/** The named arguments come first, then the previous state and the form, or an object. */
type Arguments<Schema extends z.ZodObject, Args extends readonly Field<Schema>[], Form> = [
  ...{ [Index in keyof Args]: Sent<z.input<Schema>[Args[Index]]> },
  ...(Form extends true
    ? [previous: unknown, form: FormData]
    : Exclude<Field<Schema>, Args[number] | keyof Place> extends never
      ? []
      : [others: unknown]),
];

/**
 * Wraps a verb as a server action of an organisation's pages. The request must come from a page of this service, and
 * the caller must be a member of the organisation. Strangers get the not-found page; every other failure is an outcome.
 */
export function defineAction<
  Value,
  Schema extends z.ZodObject = z.ZodObject<Record<never, never>>,
  const Args extends readonly Field<Schema>[] = [],
  Form extends boolean = false,
>(
  definition: Definition<Schema, Args, Form, z.output<Schema> & Place, Value>,
  verb: (ctx: Context, input: z.output<Schema> & Place, current: CurrentMember) => Promise<Value>,
): (organisationId: string, ...given: Arguments<Schema, Args, Form>) => Promise<Outcome<Value>> {
  return (organisationId, ...given) =>
    perform(definition, {
      enter: async () =>
        isId("organisation", organisationId) ? requireMember(organisationId, refuseSignedOut) : notFound(),
      read: () => ({ ...readInput(definition, { organisationId }, given), organisationId }),
      verb,
    });
}

/** Wraps a verb as a server action of the signed-in account, outside any organisation. */
export function defineAccountAction<
  Value,
  Schema extends z.ZodObject = z.ZodObject<Record<never, never>>,
  const Args extends readonly Field<Schema>[] = [],
  Form extends boolean = false,
>(
  definition: Definition<Schema, Args, Form, z.output<Schema>, Value>,
  verb: (ctx: Context, input: z.output<Schema>, current: CurrentAccount) => Promise<Value>,
): (...given: Arguments<Schema, Args, Form>) => Promise<Outcome<Value>> {
  return (...given) =>
    perform(definition, {
      enter: () => requireAccount(refuseSignedOut),
      read: () => readInput(definition, {}, given),
      verb,
    });
}

/** Wraps a verb as a server action of the pages of administration. Everybody else gets the not-found page. */
export function defineOperatorAction<
  Value,
  Schema extends z.ZodObject = z.ZodObject<Record<never, never>>,
  const Args extends readonly Field<Schema>[] = [],
  Form extends boolean = false,
>(
  definition: Definition<Schema, Args, Form, z.output<Schema>, Value>,
  verb: (ctx: Context, input: z.output<Schema>, current: CurrentAccount) => Promise<Value>,
): (...given: Arguments<Schema, Args, Form>) => Promise<Outcome<Value>> {
  return (...given) =>
    perform(definition, {
      enter: () => requireOperatorAccount(refuseSignedOut),
      read: () => readInput(definition, {}, given),
      verb,
    });
}

interface Call<Input, Value, Current> {
  enter: () => Promise<Current>;
  read: () => Input;
  verb: (ctx: Context, input: Input, current: Current) => Promise<Value>;
}

async function perform<Input, Value, Current extends CurrentAccount>(
  { operationId, refreshes, redirect: addressOf }: Effects<Input, Value>,
  { enter, read, verb }: Call<Input, Value, Current>,
): Promise<Outcome<Value>> {
  const { environment, rateLimiter, log, observe, beginTrace } = await getRuntime();
  const received = await headers();
  const startedAt = performance.now();
  const trace = beginTrace(received.get("traceparent"));
  const answered = { operation: operationId, method: "POST", span: trace?.ids ?? null };
  const observeStatus = (status: number) =>
    observe({ ...answered, status, milliseconds: performance.now() - startedAt });
  let done: { input: Input; value: Value };
  try {
    requireOwnOrigin(received, environment.url);
    const entered = await enter();
    const current: Current = { ...entered, ctx: { ...entered.ctx, trace } };
    await countUse(rateLimiter, "actions", current.ctx.actor);
    const input = read();
    done = { input, value: await verb(current.ctx, input, current) };
  } catch (error) {
    // Next throws errors of its own to redirect and to show the not-found page.
    unstable_rethrow(error);
    const refusal = toServiceError(error);
    logRefusal(log, error, { requestId: received.get("x-request-id"), operation: operationId });
    if (isFailureOfService(refusal.code)) {
      log.error({ err: error, requestId: received.get("x-request-id"), operation: operationId }, "action failed");
    }
    observeStatus(ERRORS[refusal.code].status);
    const { code, message, details, notes } = refusal;
    const session = code === "unauthorized" ? { isSignedOut: true } : {};
    return { ...notes, isDone: false, message, ...session, ...(details.length > 0 && { details }) };
  }
  observeStatus(200);
  if (refreshes) revalidatePath("/dashboard", "layout");
  if (addressOf) redirect(addressOf(done.input, done.value) as Route);
  return { isDone: true, value: done.value };
}

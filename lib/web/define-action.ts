import "server-only";
import { posix } from "node:path";
import type { Route } from "next";
import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { notFound, redirect, unstable_rethrow } from "next/navigation";
import { z } from "zod";
import { ERRORS, isFailureOfService } from "@/lib/core/error-table";
import { isId } from "@/lib/core/ids";
import { logRefusal } from "@/lib/http/log-refusal";
import { toServiceError } from "@/lib/http/to-service-error";
import type { ServiceContext } from "@/lib/runtime";
import { getRuntime } from "@/lib/runtime/current";
import { type Messages, readInput } from "./action-input";
import { confirmed, Typed, type Wanted } from "./confirmation";
import { countUse } from "./count-use";
import {
  type CurrentAccount,
  type CurrentMember,
  refuseSignedOut,
  requireAccount,
  requireMember,
} from "./current-member";
import { requireOperatorAccount } from "./current-operator";
import { placeAddress } from "./place-address";
import type { Outcome } from "./resource";
import { requireOwnOrigin } from "./same-origin";

interface Effects<Input, Value> {
  /** Whether the browser reads the dashboard's pages anew once the verb is done. */
  refreshes?: boolean;
  /** Returns the address that the browser goes to once the verb is done. */
  redirect?: (input: Input, value: Value) => string;
}

interface Definition<Shape extends z.ZodRawShape, Args, Form, Input, Current> {
  /** The inputs besides the ids of the place. */
  input?: Shape;
  /** These of the inputs are arguments, in this order; an object or a form after them holds the others. */
  args?: Args;
  isForm?: Form;
  messages?: Messages<z.ZodObject<NoInfer<Shape>>>;
  /** Returns the text that the user must have typed in the form, as its field `confirmation`. */
  typed?: Form extends true ? (ctx: ServiceContext, input: Input, current: Current) => Wanted | Promise<Wanted> : never;
}

/** As `Effects`, with an address that may be relative to the page of the action's place, such as `webhooks` or `..`. */
interface PlaceEffects<Input, Value> extends Pick<Effects<Input, Value>, "refreshes"> {
  redirect?: string | ((input: Input, value: Value) => string);
}

interface Place {
  organisationId: string;
}

type Output<Shape extends z.ZodRawShape> = keyof Shape extends never ? unknown : z.output<z.ZodObject<Shape>>;

type OnPlace<Ids extends z.ZodRawShape, Shape extends z.ZodRawShape> = Output<Ids> & Output<Shape> & Place;

/** Text keeps its type; everything else is unknown until it is parsed. */
type Sent<Value> = Value extends string ? string : Value extends null ? null : unknown;

/** The named arguments come first, then the previous state and the form, or an object. */
type Arguments<Shape extends z.ZodRawShape, Args extends readonly PropertyKey[], Form> = [
  ...{ [Index in keyof Args]: Sent<z.input<Shape[Args[Index] & keyof Shape]>> },
  ...(Form extends true
    ? [previous: unknown, form: FormData]
    : Exclude<keyof Shape, Args[number] | keyof Place> extends never
      ? []
      : [others: unknown]),
];

type Verb<Input, Value, Current> = (ctx: ServiceContext, input: Input, current: Current) => Promise<Value>;

/**
 * Returns a function that wraps a verb as a server action on a place in an organisation, whose ids are the first
 * arguments. The request must come from a page of this service, and the caller must be a member of the organisation.
 * Strangers get the not-found page; every other failure is an outcome. The metrics and the log know an action by its
 * `operationId`.
 */
export function actionsOn<Ids extends z.ZodRawShape, const Names extends readonly (keyof Ids & string)[]>(
  names: Names,
  ids: Ids,
  standard: Pick<Effects<never, never>, "refreshes"> = { refreshes: true },
) {
  return <
    Value,
    Shape extends z.ZodRawShape = Record<never, never>,
    const Args extends readonly (keyof Shape & string)[] = [],
    Form extends boolean = false,
  >(
    operationId: string,
    {
      input,
      args = [] as never,
      typed,
      redirect,
      ...given
    }: Definition<Shape, Args, Form, OnPlace<Ids, NoInfer<Shape>>, CurrentMember> &
      PlaceEffects<OnPlace<Ids, NoInfer<Shape>>, Value>,
    verb: Verb<OnPlace<Ids, NoInfer<Shape>>, Value, CurrentMember>,
  ) => {
    const schema: z.ZodObject = z.object({ ...ids, ...input, ...(typed && { confirmation: Typed }) });
    const definition = { ...standard, ...given, input: schema, args: [...names, ...args] };
    const effects = { ...definition, redirect: redirect && leadingTo(names, redirect) } as Effects<unknown, Value>;
    return (
      organisationId: string,
      ...sent: Arguments<Ids & Shape, [...Names, ...Args], Form>
    ): Promise<Outcome<Value>> =>
      perform(operationId, effects, {
        enter: async () =>
          isId("organisation", organisationId) ? requireMember(organisationId, refuseSignedOut) : notFound(),
        read: () => ({ ...readInput(definition, { organisationId }, sent), organisationId }),
        verb: (typed ? confirmed(typed, verb) : verb) as Verb<unknown, Value, CurrentMember>,
      });
  };
}

/** Returns the address after an action, from one that may be relative to the page of the place with these ids. */
function leadingTo<Input, Value>(
  names: readonly string[],
  destination: string | ((input: Input, value: Value) => string),
) {
  return (input: Input & Place, value: Value): string => {
    const ids = Object.entries(input).filter(([name]) => name === "organisationId" || names.includes(name));
    const address = typeof destination === "string" ? destination : destination(input, value);
    return posix.resolve(placeAddress(Object.fromEntries(ids) as unknown as Place), address);
  };
}

/** Wraps a verb as a server action of the signed-in account, outside any organisation. */
export const accountAction = actionsBy(requireAccount);

/** Wraps a verb as a server action of the pages of administration. Everybody else gets the not-found page. */
export const operatorAction = actionsBy(requireOperatorAccount);

function actionsBy(enter: (otherwise: () => Promise<never>) => Promise<CurrentAccount>) {
  return <
    Value,
    Shape extends z.ZodRawShape = Record<never, never>,
    const Args extends readonly (keyof Shape & string)[] = [],
    Form extends boolean = false,
  >(
    operationId: string,
    {
      input,
      typed,
      ...given
    }: Definition<Shape, Args, Form, Output<NoInfer<Shape>>, CurrentAccount> & Effects<Output<NoInfer<Shape>>, Value>,
    verb: Verb<Output<NoInfer<Shape>>, Value, CurrentAccount>,
  ) => {
    const schema: z.ZodObject = z.object({ ...input, ...(typed && { confirmation: Typed }) });
    const definition = { refreshes: true, ...given, input: schema };
    return (...sent: Arguments<Shape, Args, Form>): Promise<Outcome<Value>> =>
      perform(operationId, definition as Effects<unknown, Value>, {
        enter: () => enter(refuseSignedOut),
        read: () => readInput(definition, {}, sent),
        verb: (typed ? confirmed(typed, verb) : verb) as Verb<unknown, Value, CurrentAccount>,
      });
  };
}

interface Call<Input, Value, Current> {
  enter: () => Promise<Current>;
  read: () => Input;
  verb: Verb<Input, Value, Current>;
}

async function perform<Input, Value, Current extends CurrentAccount>(
  operationId: string,
  { refreshes, redirect: addressOf }: Effects<Input, Value>,
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

import type { UserContext } from "@/lib/sign-in/context";
import type { RouteHandler, SignInRouteDefinition } from "../definition";
import { makeHandler } from "../serve";
import { readInput } from "./read-input";
import { type SignInHandling, serveSignIn } from "./serve-sign-in";

type SignInVerb<Ctx, Output> = (ctx: Ctx, input: never) => Promise<Output>;

/** Makes the handler of a route of the sign-in API, which takes JSON or a query. */
export function defineSignInRoute<Ctx extends UserContext, Output>(
  definition: SignInRouteDefinition,
  verb: SignInVerb<Ctx, Output>,
): RouteHandler {
  const handling: SignInHandling = {
    readInput: (ctx, request, params) => readInput(definition, ctx, request, params),
    verb: verb as unknown as SignInHandling["verb"],
  };
  const handler = makeHandler((request, params) => serveSignIn(definition, request, params, handling));
  return Object.assign(handler, { definition });
}

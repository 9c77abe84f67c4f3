import type { UserContext } from "@/lib/sign-in/context";
import { countAddress } from "@/lib/sign-in/limits";
import type { SignInRouteDefinition } from "../definition";
import { originDirectRejected } from "../request-facts";
import type { Exchange } from "../serve";

/** Counts the request per client address. Throws `TOO_MANY_REQUESTS`. */
export async function countRequest(
  { runtime }: Exchange,
  { signIn: { limit } }: SignInRouteDefinition,
  ctx: UserContext,
): Promise<void> {
  if (!limit) return;
  if (runtime.environment.mode === "production" && ctx.clientAddress === null) throw originDirectRejected();
  await countAddress(ctx, limit);
}

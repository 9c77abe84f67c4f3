import type { HostedAnswer, HostedRequest } from "../page";

export async function startPage({ ctx, search }: HostedRequest): Promise<HostedAnswer> {
  return { redirect: search.to(ctx.session === null ? "sign-in" : "account") };
}

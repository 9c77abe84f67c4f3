import type { UserContext } from "../context";
import { SignInResult } from "../result";

/** Repeats a callback by GET, with which the flow's Lax cookie travels. Only Apple sends the user's name beside it. */
export async function repeatSocialCallback(
  ctx: UserContext,
  { provider, ...given }: { provider: string } & Record<string, string | undefined>,
): Promise<SignInResult<null>> {
  const url = new URL(`${ctx.baseUrl}/auth/${ctx.project.id}/callback/${encodeURIComponent(provider)}`);
  const { user, ...fields } = given;
  const all = { ...fields, ...(provider === "apple" && { user }) };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) url.searchParams.set(name, value);
  return new SignInResult(null, { redirect: url.href });
}

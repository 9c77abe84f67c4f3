import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import type { AuthContext } from "../context";
import { readCookie, transactionCookie, transactionCookieName } from "../sessions/cookie";

const FormNotice = z.object({
  /** The form that was refused, by its path below the project's pages. */
  form: z.string(),
  /** A code of the sign-in wire. */
  code: z.string(),
  /** What was typed and may be shown again. */
  email: z.string().optional(),
  retryAfterSeconds: z.number().optional(),
});
export type FormNotice = z.infer<typeof FormNotice>;

const LIFETIME_SECONDS = 60;

/** Tells the page a browser is sent back to why its form was refused: sealed in a cookie, so that no address holds it. */
export async function sendFormNotice(ctx: AuthContext, notice: FormNotice): Promise<void> {
  const value = await sealData(notice, { password: ctx.flowSecret, ttl: LIFETIME_SECONDS });
  ctx.reply.setCookies.push(transactionCookie(nameOf(ctx), value, LIFETIME_SECONDS, ctx.baseUrl));
}

/** Forgets what an earlier form was refused for. */
export function clearFormNotice(ctx: AuthContext): void {
  if (readCookie(ctx.cookieHeader, nameOf(ctx)) === null) return;
  ctx.reply.setCookies.push(transactionCookie(nameOf(ctx), "", 0, ctx.baseUrl));
}

/** What the form of this page was refused for a moment ago; `null` when it was not. */
export async function readFormNotice(ctx: AuthContext, form: string): Promise<FormNotice | null> {
  const value = readCookie(ctx.cookieHeader, nameOf(ctx));
  if (value === null) return null;
  const notice = FormNotice.safeParse(await unsealData(value, { password: ctx.flowSecret, ttl: LIFETIME_SECONDS }));
  return notice.success && notice.data.form === form ? notice.data : null;
}

function nameOf(ctx: AuthContext): string {
  return transactionCookieName("form", ctx.tenant.id, ctx.baseUrl);
}

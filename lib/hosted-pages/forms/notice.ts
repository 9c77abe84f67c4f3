import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import type { AuthContext } from "@/lib/sign-in/context";
import { readCookie, transactionCookie, transactionCookieName } from "@/lib/sign-in/sessions/cookie";

const FormNotice = z.object({
  /** The page it is for, by its path below the project's pages. */
  form: z.string(),
  /** Why the form was refused: a code of the sign-in wire. */
  code: z.string().optional(),
  /** What was typed and may be shown again. */
  email: z.string().optional(),
  retryAfterSeconds: z.number().optional(),
  /** Shown where a link was asked for, to be given where it is opened. */
  number: z.string().optional(),
});
export type FormNotice = z.infer<typeof FormNotice>;

const LIFETIME_SECONDS = 600;

/** Tells the page a browser is sent to what became of its form: sealed in a cookie, so that no address holds it. */
export async function sendFormNotice(ctx: AuthContext, notice: FormNotice): Promise<void> {
  const value = await sealData(notice, { password: ctx.auth.flowSecret, ttl: LIFETIME_SECONDS });
  ctx.reply.setCookies.push(transactionCookie(nameOf(ctx), value, LIFETIME_SECONDS, ctx.baseUrl));
}

/** Forgets what an earlier form was refused for. */
export function clearFormNotice(ctx: AuthContext): void {
  if (readCookie(ctx.cookieHeader, nameOf(ctx)) === null) return;
  ctx.reply.setCookies.push(transactionCookie(nameOf(ctx), "", 0, ctx.baseUrl));
}

/** What became of a form a moment ago, for the page it led to; `null` for any other. */
export async function readFormNotice(ctx: AuthContext, form: string): Promise<FormNotice | null> {
  const value = readCookie(ctx.cookieHeader, nameOf(ctx));
  if (value === null) return null;
  const notice = FormNotice.safeParse(
    await unsealData(value, { password: ctx.auth.flowSecret, ttl: LIFETIME_SECONDS }),
  );
  return notice.success && notice.data.form === form ? notice.data : null;
}

function nameOf(ctx: AuthContext): string {
  return transactionCookieName("form", ctx.tenant.id, ctx.baseUrl);
}

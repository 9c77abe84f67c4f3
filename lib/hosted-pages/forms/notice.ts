import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import { type BrowserCookie, deletedCookie } from "@/lib/sign-in/browser-cookie";
import type { UserContext } from "@/lib/sign-in/context";

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
export async function formNoticeCookie(ctx: UserContext, notice: FormNotice): Promise<BrowserCookie> {
  const value = await sealData(notice, { password: ctx.signIn.flowSecret, ttl: LIFETIME_SECONDS });
  return { kind: "form", value, maxAgeSeconds: LIFETIME_SECONDS };
}

/** Forgets what an earlier form was refused for. */
export function withoutFormNotice(ctx: UserContext): BrowserCookie[] {
  return ctx.cookie("form") === null ? [] : [deletedCookie("form")];
}

/** What became of a form a moment ago, for the page it led to; `null` for any other. */
export async function readFormNotice(ctx: UserContext, form: string): Promise<FormNotice | null> {
  const value = ctx.cookie("form");
  if (value === null) return null;
  const notice = FormNotice.safeParse(
    await unsealData(value, { password: ctx.signIn.flowSecret, ttl: LIFETIME_SECONDS }),
  );
  return notice.success && notice.data.form === form ? notice.data : null;
}

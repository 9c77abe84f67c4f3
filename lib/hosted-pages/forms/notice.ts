import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import { type BrowserCookie, deletedCookie } from "@/lib/sign-in/browser-cookie";
import type { UserContext } from "@/lib/sign-in/context";

const FormNotice = z.object({
  /** The page that shows it, by its path below the project's pages. */
  form: z.string(),
  /** Why the form was refused: a code of the sign-in wire. */
  code: z.string().optional(),
  /** The email address that was typed, which may be shown again. */
  email: z.string().optional(),
  retryAfterSeconds: z.number().optional(),
  /** Why a form of the set-up was refused, in a sentence of the service's own. */
  message: z.string().optional(),
  /** Shown where a link was asked for, to be given where it is opened. */
  number: z.string().optional(),
});
export type FormNotice = z.infer<typeof FormNotice>;

const LIFETIME_SECONDS = 600;

/** Returns the sealed cookie that carries the outcome of a form to the page that the browser is sent to. */
export async function formNoticeCookie(ctx: UserContext, notice: FormNotice): Promise<BrowserCookie> {
  const value = await sealData(notice, { password: ctx.signIn.flowSecret, ttl: LIFETIME_SECONDS });
  return { kind: "form", value, maxAgeSeconds: LIFETIME_SECONDS };
}

/** Returns the cookie that deletes the notice of an earlier form. */
export function withoutFormNotice(ctx: UserContext): BrowserCookie[] {
  return ctx.cookie("form") === null ? [] : [deletedCookie("form")];
}

/** Returns the outcome of the form that led to this page; `null` for any other page. */
export async function readFormNotice(ctx: UserContext, form: string): Promise<FormNotice | null> {
  const notice = await readLastNotice(ctx);
  return notice?.form === form ? notice : null;
}

/** Returns the address that was typed into the last form, whichever page it was on. */
export async function readTypedEmail(ctx: UserContext): Promise<string | undefined> {
  return (await readLastNotice(ctx))?.email;
}

async function readLastNotice(ctx: UserContext): Promise<FormNotice | null> {
  const value = ctx.cookie("form");
  if (value === null) return null;
  const notice = FormNotice.safeParse(
    await unsealData(value, { password: ctx.signIn.flowSecret, ttl: LIFETIME_SECONDS }),
  );
  return notice.success ? notice.data : null;
}

import { describeFailure } from "@coppice/auth/messages";
import type { Locale } from "@/lib/core/locale";
import type { FormNotice } from "@/lib/hosted-pages/forms/notice";
import type { UserContext } from "@/lib/sign-in/context";
import { componentMessages } from "./component-messages";

/** Returns why a form was refused, by the wire's code, as the components of the client package take it. */
export function formFailure(notice: FormNotice | null) {
  if (notice?.code === undefined) return undefined;
  const { code, retryAfterSeconds } = notice;
  return { code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

/** Returns why a form was refused, in the page's language; `null` where it was not. */
export function failureText(ctx: UserContext, locale: Locale, notice: FormNotice | null): string | null {
  const failure = formFailure(notice);
  const { password } = ctx.project.settings;
  return failure ? describeFailure(componentMessages(ctx, locale), locale, failure, password) : null;
}

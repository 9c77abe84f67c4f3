import { readFormNotice } from "@/lib/hosted-pages/forms/notice";
import { describeEmailLink } from "@/lib/sign-in/email/verify";
import { findOutcome, nameOf } from "@/lib/sign-in/flow/outcome";
import type { HostedAnswer, HostedRequest } from "../page";
import { componentMessages } from "../words/component-messages";
import { failureText, formFailure } from "../words/form-failure";
import { type TextKey, textsFor } from "../words/texts";

const DONE: Partial<Record<string, TextKey>> = {
  "email-verification": "verifyEmail.done",
  "change-email-confirmation": "changeEmail.confirmed",
  "change-email-verification": "changeEmail.done",
};

/**
 * The page of a link that proves an address. Opening it changes nothing; its button does. After a sign-up it shows that
 * a mail is on its way.
 */
export async function verifyEmailPage(request: HostedRequest): Promise<HostedAnswer> {
  const { done = "", sent } = request.asked;
  const text = DONE[done];
  if (text !== undefined) return tell(request, text, { done });
  return sent === undefined ? askToConfirm(request) : awaitProof(request);
}

function tell({ ctx, locale, search }: HostedRequest, text: TextKey, query: Record<string, string>): HostedAnswer {
  const t = textsFor(locale);
  const title = t("verifyEmail.title");
  const onward =
    ctx.session !== null
      ? { href: search.returnAddress, text: t("goOn") }
      : { href: search.to("sign-in"), text: t("backToSignIn") };
  return { title, query, view: { name: "message", props: { title, text: t(text), links: [onward] } } };
}

/**
 * Returns the page on which a sign-up or sign-in waits for the proof. With scripts the sign-in panel does that itself.
 */
async function awaitProof(request: HostedRequest): Promise<HostedAnswer> {
  const { ctx, locale, search } = request;
  const notice = await readFormNotice(ctx, "verify-email");
  const query = { sent: "1" };
  const hasCode = ctx.project.settings.methods.emailOtp;
  if (!hasCode || notice?.email === undefined) return tell(request, "verifyEmail.sent", query);
  return {
    title: textsFor(locale)("verifyEmail.title"),
    query,
    view: {
      name: "verify-email",
      props: {
        headingLevel: 1,
        email: notice.email,
        redirectTo: search.returnAddress,
        action: search.to("forms/verify-code", query),
        doneAddress: search.to("verify-email", { done: "email-verification" }),
        backHref: search.to("sign-in"),
        failure: formFailure(notice),
      },
    },
  };
}

async function askToConfirm(request: HostedRequest): Promise<HostedAnswer> {
  const { ctx, locale, search, asked } = request;
  const token = asked.token ?? "";
  const [{ valid, needs: known }, notice] = await Promise.all([
    describeEmailLink(ctx, token),
    readFormNotice(ctx, "verify-email"),
  ]);
  // The password is asked for only once the button was pressed: with its own form a browser sends every cookie it has.
  const needs = notice === null ? "nothing" : known;
  if (!valid) {
    const done = await findOutcome(ctx, nameOf({ kind: "verify-email", secret: token }));
    return done === null ? tell(request, "magicLink.invalid", { token }) : { redirect: done };
  }
  if (needs === "session") return tell(request, "verifyEmail.session", { token });
  const t = textsFor(locale);
  const title = t("verifyEmail.title");
  const label = componentMessages(ctx, locale)["field.password"];
  const field = { name: "password", label, type: "password", autoComplete: "current-password" } as const;
  return {
    title,
    query: { token },
    view: {
      name: "posted-form",
      props: {
        title,
        text: t(needs === "password" ? "verifyEmail.password" : "verifyEmail.text"),
        action: search.to("forms/verify-email", { token }),
        hiddenFields: { token },
        failure: notice?.code === "PROOF_REQUIRED" ? null : failureText(ctx, locale, notice),
        ...(needs === "password" && { field }),
        button: t("verifyEmail.button"),
      },
    },
  };
}

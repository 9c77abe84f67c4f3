import { readFormNotice } from "@/lib/hosted-pages/forms/notice";
import { findOutcome, nameOf } from "@/lib/sign-in/flow/outcome";
import { type FoundUserInvitation, findUserInvitation } from "@/lib/sign-in/user-invitations/find";
import { brandName, type HostedAnswer, type HostedRequest } from "../page";
import { componentMessages } from "../words/component-messages";
import { failureText } from "../words/form-failure";
import { type TextKey, textsFor } from "../words/texts";

/** The page of an invitation's link. Opening it changes nothing, since mail scanners open links; its form does. */
export async function joinPage(request: HostedRequest): Promise<HostedAnswer> {
  const { ctx, search, asked } = request;
  const token = asked.token ?? "";
  const { session } = ctx;
  const found = await findUserInvitation(ctx, token);
  if (found === null) {
    const done = await findOutcome(ctx, nameOf({ kind: "join", secret: token }));
    if (done !== null) return { redirect: done };
    return tell(request, token, "join.invalid", search.to("sign-in"), "signInAgain");
  }
  if (session !== null && session.user.email !== found.email) {
    const emails = { email: session.user.email, invited: found.email };
    return tell(request, token, "join.otherUser", search.to("sign-out"), "signOut", emails);
  }
  if (session !== null) return { redirect: search.returnAddress };
  if (found.hasUser) return tell(request, token, "join.exists", search.to("sign-in"), "signInAgain");
  return askToAccept(request, token, found);
}

function tell(
  { ctx, locale }: HostedRequest,
  token: string,
  text: TextKey,
  href: string,
  link: TextKey,
  values: Record<string, string> = {},
): HostedAnswer {
  const t = textsFor(locale);
  const title = t("join.title", { name: brandName(ctx) });
  const props = { title, text: t(text, values), links: [{ href, text: t(link) }] };
  return { title, query: { token }, view: { name: "message", props } };
}

async function askToAccept(
  { ctx, locale, search }: HostedRequest,
  token: string,
  { email }: FoundUserInvitation,
): Promise<HostedAnswer> {
  const t = textsFor(locale);
  const messages = componentMessages(ctx, locale);
  const { methods, password } = ctx.project.settings;
  const title = t("join.title", { name: brandName(ctx) });
  const hint = textOf(messages["field.passwordHint"], password.minLength);
  const isPasskeyAlone = methods.passkey && !methods.password && !methods.magicLink && !methods.emailOtp;
  return {
    title,
    query: { token },
    view: {
      name: "join-form",
      props: {
        title,
        text: t(isPasskeyAlone ? "join.passkeyNext" : "join.text"),
        action: search.to("forms/join", { token }),
        token,
        failure: failureText(ctx, locale, await readFormNotice(ctx, "join")),
        email: { label: messages["field.email"], value: email },
        name: { label: messages["field.name"] },
        password: methods.password ? { label: messages["field.password"], hint } : null,
        button: t("join.button"),
        secondButton: methods.password ? secondButton(methods, t) : null,
      },
    },
  };
}

const textOf = (hint: string, length: number) => hint.replace("{length}", String(length));

function secondButton(
  { passkey, magicLink, emailOtp }: HostedRequest["ctx"]["project"]["settings"]["methods"],
  t: ReturnType<typeof textsFor>,
): string | null {
  if (passkey) return t("join.passkey");
  return magicLink || emailOtp ? t("join.withoutPassword") : null;
}

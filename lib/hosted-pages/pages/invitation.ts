import { readFormNotice } from "@/lib/hosted-pages/forms/notice";
import type { SignedInContext } from "@/lib/sign-in/context";
import { SignInError } from "@/lib/sign-in/errors";
import { findInvitationAnswer } from "@/lib/sign-in/user-organisations/find-answer";
import { getOrganisationInvitation } from "@/lib/sign-in/user-organisations/get-invitation";
import { brandName, type HostedAnswer, type HostedRequest } from "../page";
import { failureText } from "../words/form-failure";
import { type TextKey, textsFor } from "../words/texts";
import { backToApp } from "./back-to-app";

const DONE: Partial<Record<string, TextKey>> = { approve: "invitation.accepted", deny: "invitation.declined" };

const ANSWERS = { accepted: "approve", rejected: "deny" } as const;

/** The page of an invitation to an organisation of users. A user who is signed out signs in first. */
export async function invitationPage(request: HostedRequest): Promise<HostedAnswer> {
  const { ctx, locale, search, asked } = request;
  const t = textsFor(locale);
  const { id } = asked;
  const done = DONE[asked.done ?? ""];
  if (done !== undefined) return tell(request, t(done), { done: asked.done ?? "" }, linksToApp(request));
  if (!ctx.project.settings.organizations.enabled || id === undefined) {
    const props = { title: t("notFound.title"), text: t("notFound.text") };
    return { title: t("notFound.title"), status: 404, view: { name: "message", props } };
  }
  const { session } = ctx;
  if (session === null) return { redirect: search.to("sign-in", { redirect_to: search.to("invitation", { id }) }) };
  try {
    return await ask(request, { ...ctx, session }, id);
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const answer = await findInvitationAnswer({ ...ctx, session }, { id });
    if (answer !== null) return { redirect: search.to("invitation", { done: ANSWERS[answer] }) };
    return refuse(request, error, id, session.user.email);
  }
}

async function ask(request: HostedRequest, ctx: SignedInContext, id: string): Promise<HostedAnswer> {
  const { locale, search } = request;
  const t = textsFor(locale);
  const invitation = await getOrganisationInvitation(ctx, { id });
  const title = t("invitation.title");
  return {
    title,
    query: { id },
    view: {
      name: "decision",
      props: {
        title,
        text: t("invitation.text", { name: brandName(ctx) }),
        facts: [
          { label: t("invitation.organisation"), value: invitation.organizationName },
          { label: t("invitation.inviter"), value: invitation.inviterEmail },
          { label: t("invitation.role"), value: t(`invitation.${invitation.role}`) },
          { label: t("device.account"), value: ctx.session.user.email },
        ],
        action: search.to("forms/invitation", { id }),
        hiddenFields: { id },
        failure: failureText(ctx, locale, await readFormNotice(ctx, "invitation")),
        approve: t("invitation.accept"),
        deny: t("invitation.decline"),
      },
    },
  };
}

function refuse(request: HostedRequest, { code }: SignInError, id: string, email: string): HostedAnswer {
  const { locale, search } = request;
  const t = textsFor(locale);
  if (code === "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION") {
    const links = [{ href: search.to("sign-out"), text: t("signOut") }];
    return tell(request, t("invitation.other", { email }), { id }, links);
  }
  if (code === "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION") {
    const links = [{ href: search.to("account"), text: t("account.title") }];
    return tell(request, t("invitation.unproven", { email }), { id }, links);
  }
  return tell(request, t("invitation.gone"), { id }, linksToApp(request));
}

type Links = ReturnType<typeof backToApp>;

function tell({ locale }: HostedRequest, text: string, query: Record<string, string>, links: Links): HostedAnswer {
  const title = textsFor(locale)("invitation.title");
  return { title, query, view: { name: "message", props: { title, text, links } } };
}

/** Leads back to the page's opener, else to the app's first origin, since the mail named neither. */
function linksToApp(request: HostedRequest): Links {
  const { ctx, asked } = request;
  const [origin] = ctx.project.settings.allowedOrigins;
  const redirect_to = asked.redirect_to ?? origin;
  return redirect_to === undefined ? [] : backToApp({ ...request, asked: { ...asked, redirect_to } });
}

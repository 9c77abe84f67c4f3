import type { Metadata } from "next";
import { HostedPage } from "@/components/hosted/hosted-page";
import { LinkList } from "@/components/hosted/link-list";
import { Message } from "@/components/hosted/message";
import { PostedField, PostedForm } from "@/components/hosted/posted-form";
import { describeEmailLink } from "@/lib/auth/email/verify";
import { readFormNotice } from "@/lib/auth/forms/notice";
import { COMPONENT_MESSAGES } from "@/lib/web/hosted/component-messages";
import { failureText } from "@/lib/web/hosted/form-failure";
import { hostedFrame } from "@/lib/web/hosted/frame";
import { hostedMetadata } from "@/lib/web/hosted/metadata";
import type { AuthPage } from "@/lib/web/hosted/page";
import { authPage } from "@/lib/web/hosted/page";
import type { HostedSearch } from "@/lib/web/hosted/search";
import { hostedSearch, textOf } from "@/lib/web/hosted/search";
import { type TextKey, textsFor } from "@/lib/web/hosted/texts";

type Props = PageProps<"/auth/[projectId]/verify-email">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return hostedMetadata((await params).projectId, "verifyEmail.title");
}

/** Opening it changes nothing; its button does. After a sign-up it says that a mail is on its way. */
export default async function VerifyEmailPage({ params, searchParams }: Props) {
  const page = await authPage((await params).projectId);
  const asked = await searchParams;
  const search = hostedSearch(page, asked);
  const token = textOf(asked.token) ?? "";
  const done = DONE[textOf(asked.done) ?? ""];
  const isSent = textOf(asked.sent) !== undefined;
  return (
    <HostedPage {...hostedFrame(page, search, "verify-email", token === "" ? {} : { token })}>
      {done !== undefined || isSent ? (
        <Told page={page} search={search} text={done ?? "verifyEmail.sent"} />
      ) : (
        <Confirm page={page} search={search} token={token} />
      )}
    </HostedPage>
  );
}

const DONE: Partial<Record<string, TextKey>> = {
  "email-verification": "verifyEmail.done",
  "change-email-confirmation": "changeEmail.confirmed",
  "change-email-verification": "changeEmail.done",
};

function Told({ page, search, text }: { page: AuthPage; search: HostedSearch; text: TextKey }) {
  const t = textsFor(page.locale);
  const isSignedIn = page.ctx.session !== null;
  const onward = isSignedIn
    ? { href: search.returnAddress, text: t("goOn") }
    : { href: search.to("sign-in"), text: t("backToSignIn") };
  return (
    <Message title={t("verifyEmail.title")} text={t(text)}>
      <LinkList links={[onward]} />
    </Message>
  );
}

async function Confirm({ page, search, token }: { page: AuthPage; search: HostedSearch; token: string }) {
  const t = textsFor(page.locale);
  const [{ valid, needs: known }, notice] = await Promise.all([
    describeEmailLink(page.ctx, token),
    readFormNotice(page.ctx, "verify-email"),
  ]);
  // Coming from a mail on the web a browser leaves the Strict session cookie out; with its own form it sends it.
  const needs = notice === null ? "nothing" : known;
  if (!valid || needs === "session") {
    const text = valid ? "verifyEmail.session" : "magicLink.invalid";
    return <Told page={page} search={search} text={text} />;
  }
  return (
    <PostedForm
      title={t("verifyEmail.title")}
      text={t(needs === "password" ? "verifyEmail.password" : "verifyEmail.text")}
      action={search.to("forms/verify-email", { token })}
      hiddenFields={{ token }}
      failure={notice?.code === "PROOF_REQUIRED" ? null : failureText(page.locale, notice)}
      button={t("verifyEmail.button")}
    >
      {needs === "password" && (
        <PostedField
          name="password"
          label={COMPONENT_MESSAGES[page.locale]["field.password"]}
          type="password"
          autoComplete="current-password"
        />
      )}
    </PostedForm>
  );
}

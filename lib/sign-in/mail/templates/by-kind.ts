import type { LinkAndCode, MailContents, MailKind } from "../messages";
import type { Words } from "../words";
import { harmlessName } from "./harmless-name";
import { action, code, note, type Part, paragraph } from "./parts";

export type Template<Kind extends MailKind> = (content: MailContents[Kind], words: Words) => Part[];

/** The parts of each mail below its heading. */
export const TEMPLATES: { [Kind in MailKind]: Template<Kind> } = {
  "sign-in": (content, words) => [
    paragraph(words.say("sign-in.intro")),
    ...linkAndCode(content, words, words.say("sign-in.action")),
    ...(content.link === null ? [] : [note(words.say("sign-in.other-browser"))]),
    note(words.say("ignore")),
  ],
  "email-verification": (content, words) => [
    paragraph(words.say("email-verification.intro")),
    ...linkAndCode(content, words, words.say("email-verification.action")),
    note(words.say("ignore")),
  ],
  "password-reset": (content, words) => [
    paragraph(words.say("password-reset.intro")),
    ...linkAndCode(content, words, words.say("password-reset.action")),
    note(words.say("ignore")),
  ],
  "account-exists": ({ signInLink, resetLink }, { say }) => [
    paragraph(say("account-exists.intro")),
    action(say("account-exists.sign-in"), signInLink),
    action(say("account-exists.reset"), resetLink),
    note(say("ignore")),
  ],
  "change-email-confirmation": ({ newEmail, link, expiresInMinutes }, words) => [
    paragraph(words.say("change-email-confirmation.intro", { newEmail })),
    action(words.say("change-email-confirmation.action"), link),
    valid(words, expiresInMinutes),
    paragraph(words.say("change-email-confirmation.warning")),
  ],
  "change-email-verification": (content, words) => [
    paragraph(words.say("change-email-verification.intro")),
    ...linkAndCode(content, words, words.say("change-email-verification.action")),
    note(words.say("ignore")),
  ],
  "email-changed": ({ newEmail }, { say }) => [
    paragraph(say("email-changed.intro", { newEmail })),
    paragraph(say("email-changed.warning")),
  ],
  "password-changed": ({ resetLink }, { say }) => [
    paragraph(say("password-changed.intro")),
    paragraph(say("password-changed.warning")),
    action(say("password-changed.action"), resetLink),
  ],
  "password-set": ({ resetLink }, { say }) => [
    paragraph(say("password-set.intro")),
    paragraph(say("password-changed.warning")),
    action(say("password-changed.action"), resetLink),
  ],
  "account-created": ({ link, expiresInMinutes }, words) => [
    paragraph(words.say("account-created.intro")),
    action(words.say("account-created.action"), link),
    valid(words, expiresInMinutes),
    note(words.say("invitation.ignore")),
  ],
  "passkey-added": (content, { say }) => {
    const passkeyName = harmlessName(content.passkeyName);
    const intro = passkeyName === null ? say("passkey-added.unnamed") : say("passkey-added.named", { passkeyName });
    return [paragraph(intro), note(say("not-you"))];
  },
  "passkey-removed": (content, { say }) => {
    const passkeyName = harmlessName(content.passkeyName);
    const intro = passkeyName === null ? say("passkey-removed.unnamed") : say("passkey-removed.named", { passkeyName });
    return [paragraph(intro), note(say("not-you"))];
  },
  "two-factor-enabled": (_content, { say }) => [paragraph(say("two-factor-enabled.intro")), note(say("not-you"))],
  "two-factor-disabled": (_content, { say }) => [paragraph(say("two-factor-disabled.intro")), note(say("not-you"))],
  "access-removed": ({ removed }, { say }) => [
    paragraph(say("access-removed.intro")),
    ...removed.map((each) => paragraph(say(`access-removed.${each}`))),
    note(say("access-removed.again")),
  ],
  "account-linked": ({ provider }, { say }) => [
    paragraph(say("account-linked.intro", { provider })),
    note(say("not-you")),
  ],
  "account-locked": ({ resetLink, minutes }, { say, duration }) => [
    paragraph(say("account-locked.intro", { duration: duration(minutes) })),
    action(say("account-locked.action"), resetLink),
  ],
  "account-deletion": ({ link, expiresInMinutes }, { say, duration }) => [
    paragraph(say("account-deletion.intro", { duration: duration(expiresInMinutes) })),
    action(say("account-deletion.action"), link),
    note(say("not-you")),
  ],
  invitation: (content, words) => [
    paragraph(invitationText(content, words)),
    action(words.say("invitation.action"), content.link),
    note(words.say("invitation.address", { duration: words.duration(content.expiresInMinutes) })),
    note(words.say("invitation.ignore")),
  ],
  "user-invitation": ({ link, expiresInMinutes }, words) => [
    paragraph(words.say("user-invitation.intro")),
    action(words.say("user-invitation.action"), link),
    valid(words, expiresInMinutes),
    note(words.say("invitation.ignore")),
  ],
  "webhook-disabled": ({ host, link, ...content }, { say }) => {
    const projectName = harmlessName(content.projectName);
    const intro =
      projectName === null
        ? say("webhook-disabled.unnamed", { host })
        : say("webhook-disabled.named", { host, projectName });
    return [paragraph(intro), paragraph(say("webhook-disabled.next")), action(say("webhook-disabled.action"), link)];
  },
};

function valid(words: Words, minutes: number, what: "valid-link" | "valid-code" | "valid-both" = "valid-link"): Part {
  return note(words.say(what, { duration: words.duration(minutes) }));
}

/** A link, a code or both, with the time for which each works. */
function linkAndCode(content: LinkAndCode, words: Words, label: string): Part[] {
  const { link, code: digits, expiresInMinutes, codeExpiresInMinutes = expiresInMinutes } = content;
  const endTogether = link !== null && digits !== null && codeExpiresInMinutes === expiresInMinutes;
  const parts: Part[] = [];
  if (link !== null) parts.push(action(label, link));
  if (link !== null && !endTogether) parts.push(valid(words, expiresInMinutes));
  if (digits === null) return parts;
  const told = endTogether
    ? valid(words, expiresInMinutes, "valid-both")
    : valid(words, codeExpiresInMinutes, "valid-code");
  const intro = paragraph(words.say(link === null ? "code" : "or-code"));
  return [...parts, intro, code(digits), told, note(words.say("secret-code"))];
}

function invitationText(content: MailContents["invitation"], { say }: Words): string {
  const inviter = content.inviterEmail ?? null;
  const organisationName = harmlessName(content.organisationName);
  if (organisationName === null) {
    return inviter === null ? say("invitation.unnamed") : say("invitation.unnamed-by", { inviter });
  }
  return inviter === null
    ? say("invitation.named", { organisationName })
    : say("invitation.named-by", { inviter, organisationName });
}

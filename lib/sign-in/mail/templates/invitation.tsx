import type { MailContents } from "../messages";
import type { Words } from "../words";
import { harmlessName } from "./harmless-name";
import { Action, Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function Invitation({ content, words }: TemplateProps<"invitation">) {
  return (
    <>
      <Paragraph>{invitationText(content, words)}</Paragraph>
      <Action href={content.link} label={words.say("invitation.action")} words={words} />
      <Note>{words.say("invitation.address", { duration: words.duration(content.expiresInMinutes) })}</Note>
      <Note>{words.say("invitation.ignore")}</Note>
    </>
  );
}

function invitationText(content: MailContents["invitation"], words: Words): string {
  const inviter = content.inviterEmail ?? null;
  const organisationName = harmlessName(content.organisationName);
  if (organisationName === null) {
    return inviter === null ? words.say("invitation.unnamed") : words.say("invitation.unnamed-by", { inviter });
  }
  return inviter === null
    ? words.say("invitation.named", { organisationName })
    : words.say("invitation.named-by", { inviter, organisationName });
}

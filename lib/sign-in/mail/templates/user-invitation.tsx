import { Action, Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function UserInvitation({ content, words }: TemplateProps<"user-invitation">) {
  return (
    <>
      <Paragraph>{words.say("user-invitation.intro")}</Paragraph>
      <Action href={content.link} label={words.say("user-invitation.action")} words={words} />
      <Note>{words.say("valid-link", { duration: words.duration(content.expiresInMinutes) })}</Note>
      <Note>{words.say("invitation.ignore")}</Note>
    </>
  );
}

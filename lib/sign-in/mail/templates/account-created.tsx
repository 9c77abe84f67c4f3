import { Action, Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function AccountCreated({ content, words }: TemplateProps<"account-created">) {
  return (
    <>
      <Paragraph>{words.say("account-created.intro")}</Paragraph>
      <Action href={content.link} label={words.say("account-created.action")} words={words} />
      <Note>{words.say("valid-link", { duration: words.duration(content.expiresInMinutes) })}</Note>
      <Note>{words.say("invitation.ignore")}</Note>
    </>
  );
}

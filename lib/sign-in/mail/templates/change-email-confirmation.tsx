import { Action, Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function ChangeEmailConfirmation({ content, words }: TemplateProps<"change-email-confirmation">) {
  const { newEmail, link, expiresInMinutes } = content;
  return (
    <>
      <Paragraph>{words.say("change-email-confirmation.intro", { newEmail })}</Paragraph>
      <Action href={link} label={words.say("change-email-confirmation.action")} words={words} />
      <Note>{words.say("valid-link", { duration: words.duration(expiresInMinutes) })}</Note>
      <Paragraph>{words.say("change-email-confirmation.warning")}</Paragraph>
    </>
  );
}

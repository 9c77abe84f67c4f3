import { Action, Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function AccountDeletion({ content, words }: TemplateProps<"account-deletion">) {
  const duration = words.duration(content.expiresInMinutes);
  return (
    <>
      <Paragraph>{words.say("account-deletion.intro", { duration })}</Paragraph>
      <Action href={content.link} label={words.say("account-deletion.action")} words={words} />
      <Note>{words.say("not-you")}</Note>
    </>
  );
}

import { Action, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function PasswordChanged({ content, words }: TemplateProps<"password-changed">) {
  return (
    <>
      <Paragraph>{words.say("password-changed.intro")}</Paragraph>
      <Paragraph>{words.say("password-changed.warning")}</Paragraph>
      <Action href={content.resetLink} label={words.say("password-changed.action")} words={words} />
    </>
  );
}

import { Action, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function PasswordSet({ content, words }: TemplateProps<"password-set">) {
  return (
    <>
      <Paragraph>{words.say("password-set.intro")}</Paragraph>
      <Paragraph>{words.say("password-changed.warning")}</Paragraph>
      <Action href={content.resetLink} label={words.say("password-changed.action")} words={words} />
    </>
  );
}

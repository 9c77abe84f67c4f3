import { Action, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function AccountLocked({ content, words }: TemplateProps<"account-locked">) {
  return (
    <>
      <Paragraph>{words.say("account-locked.intro", { duration: words.duration(content.minutes) })}</Paragraph>
      <Action href={content.resetLink} label={words.say("account-locked.action")} words={words} />
    </>
  );
}

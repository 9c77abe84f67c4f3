import { Action, Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function AccountExists({ content, words }: TemplateProps<"account-exists">) {
  return (
    <>
      <Paragraph>{words.say("account-exists.intro")}</Paragraph>
      <Action href={content.signInLink} label={words.say("account-exists.sign-in")} words={words} />
      <Action href={content.resetLink} label={words.say("account-exists.reset")} words={words} />
      <Note>{words.say("ignore")}</Note>
    </>
  );
}

import { LinkAndCodeParts } from "./link-and-code";
import { Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function PasswordReset({ content, words }: TemplateProps<"password-reset">) {
  return (
    <>
      <Paragraph>{words.say("password-reset.intro")}</Paragraph>
      <LinkAndCodeParts content={content} words={words} action={words.say("password-reset.action")} />
      <Note>{words.say("ignore")}</Note>
    </>
  );
}

import { LinkAndCodeParts } from "./link-and-code";
import { Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function EmailVerification({ content, words }: TemplateProps<"email-verification">) {
  return (
    <>
      <Paragraph>{words.say("email-verification.intro")}</Paragraph>
      <LinkAndCodeParts content={content} words={words} action={words.say("email-verification.action")} />
      <Note>{words.say("ignore")}</Note>
    </>
  );
}

import { LinkAndCodeParts } from "./link-and-code";
import { Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function ChangeEmailVerification({ content, words }: TemplateProps<"change-email-verification">) {
  return (
    <>
      <Paragraph>{words.say("change-email-verification.intro")}</Paragraph>
      <LinkAndCodeParts content={content} words={words} action={words.say("change-email-verification.action")} />
      <Note>{words.say("ignore")}</Note>
    </>
  );
}

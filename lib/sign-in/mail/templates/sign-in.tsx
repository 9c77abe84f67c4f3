import { LinkAndCodeParts } from "./link-and-code";
import { Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function SignIn({ content, words }: TemplateProps<"sign-in">) {
  return (
    <>
      <Paragraph>{words.say("sign-in.intro")}</Paragraph>
      <LinkAndCodeParts content={content} words={words} action={words.say("sign-in.action")} />
      {content.link === null ? null : <Note>{words.say("sign-in.other-browser")}</Note>}
      <Note>{words.say("ignore")}</Note>
    </>
  );
}

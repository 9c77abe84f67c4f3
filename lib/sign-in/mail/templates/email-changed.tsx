import { Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function EmailChanged({ content, words }: TemplateProps<"email-changed">) {
  return (
    <>
      <Paragraph>{words.say("email-changed.intro", { newEmail: content.newEmail })}</Paragraph>
      <Paragraph>{words.say("email-changed.warning")}</Paragraph>
    </>
  );
}

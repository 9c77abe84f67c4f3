import { Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function AccountLinked({ content, words }: TemplateProps<"account-linked">) {
  return (
    <>
      <Paragraph>{words.say("account-linked.intro", { provider: content.provider })}</Paragraph>
      <Note>{words.say("not-you")}</Note>
    </>
  );
}

import { Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function TwoFactorEnabled({ words }: TemplateProps<"two-factor-enabled">) {
  return (
    <>
      <Paragraph>{words.say("two-factor-enabled.intro")}</Paragraph>
      <Note>{words.say("not-you")}</Note>
    </>
  );
}

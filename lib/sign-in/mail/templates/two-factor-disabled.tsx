import { Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function TwoFactorDisabled({ words }: TemplateProps<"two-factor-disabled">) {
  return (
    <>
      <Paragraph>{words.say("two-factor-disabled.intro")}</Paragraph>
      <Note>{words.say("not-you")}</Note>
    </>
  );
}

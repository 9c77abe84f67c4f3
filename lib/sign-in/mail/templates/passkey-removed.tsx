import { harmlessName } from "./harmless-name";
import { Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function PasskeyRemoved({ content, words }: TemplateProps<"passkey-removed">) {
  const passkeyName = harmlessName(content.passkeyName);
  return (
    <>
      <Paragraph>
        {passkeyName === null
          ? words.say("passkey-removed.unnamed")
          : words.say("passkey-removed.named", { passkeyName })}
      </Paragraph>
      <Note>{words.say("not-you")}</Note>
    </>
  );
}

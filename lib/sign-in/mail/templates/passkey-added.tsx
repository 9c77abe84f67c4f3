import { harmlessName } from "./harmless-name";
import { Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function PasskeyAdded({ content, words }: TemplateProps<"passkey-added">) {
  const passkeyName = harmlessName(content.passkeyName);
  return (
    <>
      <Paragraph>
        {passkeyName === null ? words.say("passkey-added.unnamed") : words.say("passkey-added.named", { passkeyName })}
      </Paragraph>
      <Note>{words.say("not-you")}</Note>
    </>
  );
}

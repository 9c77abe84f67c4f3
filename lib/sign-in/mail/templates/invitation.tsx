import { harmlessName } from "./harmless-name";
import { Action, Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function Invitation({ content, words }: TemplateProps<"invitation">) {
  const organisationName = harmlessName(content.organisationName);
  return (
    <>
      <Paragraph>
        {organisationName === null
          ? words.say("invitation.unnamed")
          : words.say("invitation.named", { organisationName })}
      </Paragraph>
      <Action href={content.link} label={words.say("invitation.action")} />
      <Note>{words.say("invitation.address", { duration: words.duration(content.expiresInMinutes) })}</Note>
      <Note>{words.say("ignore")}</Note>
    </>
  );
}

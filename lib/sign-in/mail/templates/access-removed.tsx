import { Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function AccessRemoved({ content, words }: TemplateProps<"access-removed">) {
  return (
    <>
      <Paragraph>{words.say("access-removed.intro")}</Paragraph>
      {content.removed.map((each) => (
        <Paragraph key={each}>{words.say(`access-removed.${each}`)}</Paragraph>
      ))}
      <Note>{words.say("access-removed.again")}</Note>
    </>
  );
}

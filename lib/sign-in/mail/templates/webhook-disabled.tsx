import { harmlessName } from "./harmless-name";
import { Action, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

export function WebhookDisabled({ content, words }: TemplateProps<"webhook-disabled">) {
  const { host } = content;
  const projectName = harmlessName(content.projectName);
  const intro =
    projectName === null
      ? words.say("webhook-disabled.unnamed", { host })
      : words.say("webhook-disabled.named", { host, projectName });
  return (
    <>
      <Paragraph>{intro}</Paragraph>
      <Paragraph>{words.say("webhook-disabled.next")}</Paragraph>
      <Action href={content.link} label={words.say("webhook-disabled.action")} words={words} />
    </>
  );
}

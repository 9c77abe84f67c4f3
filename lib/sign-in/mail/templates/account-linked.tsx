import { Note, Paragraph } from "./parts";
import type { TemplateProps } from "./template";

const PROVIDER_NAMES: Record<string, string> = {
  google: "Google",
  github: "GitHub",
  discord: "Discord",
  microsoft: "Microsoft",
};

export function AccountLinked({ content, words }: TemplateProps<"account-linked">) {
  const provider = PROVIDER_NAMES[content.provider] ?? content.provider;
  return (
    <>
      <Paragraph>{words.say("account-linked.intro", { provider })}</Paragraph>
      <Note>{words.say("not-you")}</Note>
    </>
  );
}

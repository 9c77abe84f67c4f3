import type { LinkAndCode } from "../messages";
import type { Words } from "../words";
import { Action, Code, Note, Paragraph } from "./parts";

interface LinkAndCodeProps {
  content: LinkAndCode;
  words: Words;
  action: string;
}

export function LinkAndCodeParts({ content, words, action }: LinkAndCodeProps) {
  const { link, code, expiresInMinutes, codeExpiresInMinutes = expiresInMinutes } = content;
  const valid = (key: "valid-link" | "valid-code" | "valid-both", minutes: number) => (
    <Note>{words.say(key, { duration: words.duration(minutes) })}</Note>
  );
  const expireTogether = link !== null && code !== null && codeExpiresInMinutes === expiresInMinutes;
  return (
    <>
      {link === null ? null : <Action href={link} label={action} words={words} />}
      {link === null || expireTogether ? null : valid("valid-link", expiresInMinutes)}
      {code === null ? null : (
        <>
          <Paragraph>{words.say(link === null ? "code" : "or-code")}</Paragraph>
          <Code code={code} />
          {expireTogether ? valid("valid-both", expiresInMinutes) : valid("valid-code", codeExpiresInMinutes)}
          <Note>{words.say("secret-code")}</Note>
        </>
      )}
    </>
  );
}

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
  const valid = (minutes: number) => words.say("valid", { duration: words.duration(minutes) });
  const saysBoth = link !== null && code !== null && codeExpiresInMinutes !== expiresInMinutes;
  return (
    <>
      {link === null ? null : <Action href={link} label={action} />}
      {saysBoth ? <Note>{valid(expiresInMinutes)}</Note> : null}
      {code === null ? null : (
        <>
          <Paragraph>{words.say(link === null ? "code" : "or-code")}</Paragraph>
          <Code code={code} />
        </>
      )}
      <Note>{valid(code === null ? expiresInMinutes : codeExpiresInMinutes)}</Note>
      {code === null ? null : <Note>{words.say("secret-code")}</Note>}
    </>
  );
}

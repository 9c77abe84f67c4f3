import type { ReactNode } from "react";
import type { MailContents, MailKind } from "../messages";
import type { Words } from "../words";

export interface TemplateProps<Kind extends MailKind> {
  content: MailContents[Kind];
  words: Words;
}

export type Template<Kind extends MailKind> = (props: TemplateProps<Kind>) => ReactNode;

import type { IconProps } from "@tabler/icons-react";
import type { ComponentType } from "react";

/** The kinds of the palette's results, in the order in which they are listed where they fit equally well. */
export const GROUPS = [
  "Recent",
  "Actions",
  "Pages",
  "Databases",
  "Projects",
  "Users",
  "Tables",
  "Saved queries",
  "Organisations",
  "Members",
  "API keys",
  "Documentation",
] as const;

export type Group = (typeof GROUPS)[number];

export interface PaletteItem {
  id: string;
  group: Group;
  label: string;
  /** Words it is found by besides its label. */
  words?: string | undefined;
  /** The quality of the match, in the judgement of the search that found it. */
  fit?: number | undefined;
  /** The text that tells it from others of the same label. */
  hint?: string | undefined;
  keys?: string | undefined;
  icon: ComponentType<IconProps>;
  /** The page it leads to. */
  href?: string | undefined;
  /** The page cannot be reached without loading a document. */
  isDocument?: boolean | undefined;
  /** The action on choosing it, before its page opens. */
  run?: (() => unknown) | undefined;
}

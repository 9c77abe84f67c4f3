import { accentColors } from "@/lib/sign-in/brand/accent";
import type { Brand } from "../brand";

interface Palette {
  page: string;
  card: string;
  text: string;
  muted: string;
  border: string;
}

const LIGHT: Palette = { page: "#f4f5f7", card: "#ffffff", text: "#1b1f24", muted: "#57606a", border: "#d0d7de" };
const DARK: Palette = { page: "#0d1117", card: "#161b22", text: "#e6edf3", muted: "#9da7b3", border: "#3d444d" };

export interface Theme extends Palette {
  accent: string;
  onAccent: string;
  radius: number;
  /** The value of the `color-scheme` meta elements, for the mail program. */
  colorScheme: string;
  /** Rules for programs that support dark mode; others show the inline colours. */
  css: string;
}

/** Colours are inline, since many programs drop style sheets; dark mode needs a style sheet. */
export function themeOf({ accentColor, radius, appearance }: Brand): Theme {
  const palette = appearance === "dark" ? DARK : LIGHT;
  const { accent, onAccent } = accentColors(accentColor, palette.card);
  return {
    ...palette,
    accent,
    onAccent,
    radius,
    colorScheme: appearance === "system" ? "light dark" : appearance,
    css: appearance === "system" ? `@media (prefers-color-scheme: dark) { ${darkRules()} }` : "",
  };
}

function darkRules(): string {
  const { page, card, text, muted, border } = DARK;
  return [
    // The second selector is the cell that React Email lays over the body.
    `.page, .page > table > tbody > tr > td { background-color: ${page} !important; }`,
    `.card { background-color: ${card} !important; border-color: ${border} !important; }`,
    `.text { color: ${text} !important; }`,
    `.muted { color: ${muted} !important; }`,
    `.code, .button { border-color: ${border} !important; }`,
  ].join(" ");
}

import { accentColors } from "@/lib/sign-in/projects/brand/accent";
import type { Brand } from "../brand";

interface Palette {
  page: string;
  card: string;
  text: string;
  muted: string;
  border: string;
}

const LIGHT: Palette = { page: "#f4f6f2", card: "#ffffff", text: "#1a201c", muted: "#576059", border: "#e1e6de" };
const DARK: Palette = { page: "#202422", card: "#282d2a", text: "#e6e9e7", muted: "#a7aea9", border: "#3a413d" };

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

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
  /** What the mail says about itself to the reader's program. */
  colorScheme: string;
  /** Rules for programs that know dark mode; the others show the light colours, or the brand's own choice. */
  css: string;
}

/** Colours are inline, since many programs drop style sheets; dark mode can only be said in one. */
export function themeOf({ accentColor, radius, appearance }: Brand): Theme {
  return {
    ...(appearance === "dark" ? DARK : LIGHT),
    accent: accentColor,
    onAccent: textColorOn(accentColor),
    radius,
    colorScheme: appearance === "system" ? "light dark" : appearance,
    css: appearance === "system" ? `@media (prefers-color-scheme: dark) { ${darkRules()} }` : "",
  };
}

function darkRules(): string {
  const { page, card, text, muted, border } = DARK;
  return [
    // The second is the cell that React Email lays over the body.
    `.page, .page > table > tbody > tr > td { background-color: ${page} !important; }`,
    `.card { background-color: ${card} !important; border-color: ${border} !important; }`,
    `.text { color: ${text} !important; }`,
    `.muted { color: ${muted} !important; }`,
    `.code, .button { border-color: ${border} !important; }`,
  ].join(" ");
}

/** Black or white, whichever stands out more (WCAG 2.2, contrast ratio): at least 4.5 to 1 on every colour. */
export function textColorOn(background: string): "#000000" | "#ffffff" {
  const luminance = relativeLuminance(background);
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? "#000000" : "#ffffff";
}

function relativeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

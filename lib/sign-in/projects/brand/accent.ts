import { converter, formatHex, wcagContrast } from "culori";
import type { AccentJudgement } from "./resource";

/** WCAG 2.2, success criterion 1.4.3. */
const READABLE = 4.5;
const STEP = 0.01;
const LIGHT_TEXT = "#ffffff";
const DARK_TEXT = "#000000";

const toOklch = converter("oklch");

export interface AccentColors {
  accent: string;
  onAccent: string;
  /** The accent as text on the surface: of the same hue, lightened or darkened until it can be read. */
  accentText: string;
}

/** Returns colours of an owner's accent (`#rrggbb`) that can be read on the surface, for any chosen accent. */
export function accentColors(accent: string, surface: string): AccentColors {
  const onAccent = wcagContrast(accent, LIGHT_TEXT) >= READABLE ? LIGHT_TEXT : DARK_TEXT;
  return { accent, onAccent, accentText: readableOn(accent, surface) };
}

/** The backgrounds of hosted pages and of the client package's components. */
const BACKGROUND = { light: "#ffffff", dark: "#282d2a" };

export interface BrandColors extends Pick<AccentColors, "accent" | "onAccent"> {
  accentText: { light: string; dark: string };
}

/** Returns the colours of an owner's accent for both appearances of a page. */
export function brandColors(accent: string): BrandColors {
  const light = accentColors(accent, BACKGROUND.light);
  const { accentText } = accentColors(accent, BACKGROUND.dark);
  return { ...light, accentText: { light: light.accentText, dark: accentText } };
}

/** Returns the colours made of an owner's accent (`#rrggbb`) in both appearances of a page. */
export function judgeAccent(accent: string): AccentJudgement {
  const { onAccent, accentText } = brandColors(accent);
  const contrast = (color: string, surface: string) => Math.floor(wcagContrast(color, surface) * 10) / 10;
  const on = (theme: "light" | "dark") => ({
    color: accentText[theme],
    contrast: contrast(accentText[theme], BACKGROUND[theme]),
    chosen: contrast(accent, BACKGROUND[theme]),
  });
  return {
    onAccent: { text: onAccent === LIGHT_TEXT ? "white" : "black", contrast: contrast(onAccent, accent) },
    text: { light: on("light"), dark: on("dark") },
  };
}

function readableOn(color: string, surface: string): string {
  if (wcagContrast(color, surface) >= READABLE) return color;
  const { l, ...rest } = toOklch(color) ?? { mode: "oklch" as const, l: 0, c: 0 };
  const direction = wcagContrast(surface, "#000000") > wcagContrast(surface, LIGHT_TEXT) ? -STEP : STEP;
  for (let lightness = l; lightness >= 0 && lightness <= 1; lightness += direction) {
    const candidate = formatHex({ ...rest, l: lightness });
    if (wcagContrast(candidate, surface) >= READABLE) return candidate;
  }
  return direction < 0 ? DARK_TEXT : LIGHT_TEXT;
}

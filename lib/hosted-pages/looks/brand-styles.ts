import { accentColors } from "@/lib/sign-in/brand/accent";

/** Surfaces of hosted-page.css: the accent must be readable on both. */
const SURFACE = { light: "#ffffff", dark: "#16181d" };

/**
 * Styles of a project's brand. The settings allow nothing but `#rrggbb` and whole numbers, so that no owner can write
 * other styles into the page.
 */
export function brandStyles({ accentColor, radius }: { accentColor: string; radius: number }): string {
  const light = accentColors(accentColor, SURFACE.light);
  const dark = accentColors(accentColor, SURFACE.dark);
  return [
    `body{--auth-accent:${light.accent};--auth-on-accent:${light.onAccent};--auth-radius:${radius}px;`,
    `--accent-text:light-dark(${light.accentText},${dark.accentText})}`,
    "body [data-auth-ui]{--auth-link:var(--accent-text)}",
  ].join("");
}

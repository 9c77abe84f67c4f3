import { accentColors } from "@/lib/brand/accent";

/** Surfaces of hosted-page.module.css: the accent must be readable on both. */
const SURFACE = { light: "#ffffff", dark: "#16181d" };

/**
 * Styles of a project's brand, below the element of a class. The settings allow nothing but `#rrggbb` and whole numbers,
 * so that no owner can write other styles into the page.
 */
export function brandStyles(
  { accentColor, radius }: { accentColor: string; radius: number },
  className: string,
): string {
  const light = accentColors(accentColor, SURFACE.light);
  const dark = accentColors(accentColor, SURFACE.dark);
  const page = `.${className}`;
  return [
    `${page}{--auth-accent:${light.accent};--auth-on-accent:${light.onAccent};--auth-radius:${radius}px;`,
    `--accent-text:light-dark(${light.accentText},${dark.accentText})}`,
    `${page} [data-auth-ui]{--auth-link:var(--accent-text)}`,
  ].join("");
}

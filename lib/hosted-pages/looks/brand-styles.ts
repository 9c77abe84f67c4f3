import { brandColors } from "@/lib/sign-in/projects/brand/accent";

/**
 * Styles of a project's brand. The settings allow nothing but `#rrggbb` and whole numbers, so that no owner can write
 * other styles into the page.
 */
export function brandStyles({ accentColor, radius }: { accentColor: string; radius: number }): string {
  const { accent, onAccent, accentText } = brandColors(accentColor);
  return [
    `body{--auth-accent:${accent};--auth-on-accent:${onAccent};--auth-radius:${radius}px;`,
    `--accent-text:light-dark(${accentText.light},${accentText.dark})}`,
    "body [data-auth-ui]{--auth-link:var(--accent-text)}",
  ].join("");
}

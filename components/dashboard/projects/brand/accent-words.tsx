import type { AccentJudgement } from "@/lib/sign-in/brand/resource";
import classes from "./brand.module.css";

/** WCAG 2.2, success criterion 1.4.3. */
const READABLE = 4.5;

/** Says how well the accent can be read, and which colour is used where it can't be. */
export function AccentWords({ judged: { onAccent, text } }: { judged: AccentJudgement }) {
  return (
    <ul className={classes.accent} aria-label="How the accent colour reads">
      <li>
        {onAccent.text === "white" ? "White" : "Black"} text on buttons: contrast {onAccent.contrast}:1.
      </li>
      {(["light", "dark"] as const).map((theme) => (
        <li key={theme}>
          <span className={classes.swatch} style={{ backgroundColor: text[theme].color }} aria-hidden />
          {linkText(theme, text[theme])}
        </li>
      ))}
    </ul>
  );
}

function linkText(theme: "light" | "dark", { color, contrast, chosen }: AccentJudgement["text"]["light"]): string {
  const [place, change] = theme === "light" ? ["light", "darkened"] : ["dark", "lightened"];
  if (chosen >= READABLE) return `Links on ${place} pages use it as it is: contrast ${contrast}:1.`;
  return `Links on ${place} pages are ${change} to ${color}: contrast ${contrast}:1 instead of ${chosen}:1.`;
}

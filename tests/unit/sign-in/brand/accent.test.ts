import { wcagContrast } from "culori";
import { describe, expect, it } from "vitest";
import { accentColors } from "@/lib/sign-in/brand/accent";

const SURFACES = ["#ffffff", "#161b18"];
/** The corners and middles of the colour cube: an owner may choose any. */
const LEVELS = ["00", "33", "66", "80", "99", "cc", "ff"];
const COLOURS = LEVELS.flatMap((r) => LEVELS.flatMap((g) => LEVELS.map((b) => `#${r}${g}${b}`)));

describe("an owner's accent colour", () => {
  it.each(SURFACES)("whatever it is, can be read on %s and can be read upon", (surface) => {
    for (const colour of COLOURS) {
      const { accent, onAccent, accentText } = accentColors(colour, surface);
      expect.soft(wcagContrast(accent, onAccent), `text on ${colour}`).toBeGreaterThanOrEqual(4.5);
      expect.soft(wcagContrast(accentText, surface), `${colour} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("is left as it is where it can be read", () => {
    expect(accentColors("#1f6feb", "#ffffff")).toEqual({
      accent: "#1f6feb",
      onAccent: "#ffffff",
      accentText: "#1f6feb",
    });
  });
});

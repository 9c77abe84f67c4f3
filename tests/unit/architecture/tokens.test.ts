import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SERVICE } from "@/lib/core/service";
import { themeOf } from "@/lib/sign-in/mail/templates/theme";

const TOKENS = "components/ui/tokens.css";
/** The colour of a browser's own bars cannot be a variable. */
const OF_BROWSERS = "app/layout.tsx";
const sources = globSync(["app/**/*.{css,ts,tsx}", "components/**/*.{css,ts,tsx}"]).filter((file) => file !== TOKENS);

/** A colour that is written out, or one of Mantine's own palettes. */
const COLOUR =
  /(?<!href="|[\w&])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgba?|hsla?|oklch|light-dark)\(|var\(--mantine-color-/gi;
const MEASURE = /\b(?:font-size|font-weight|border-radius):(?!\s*(?:var\(|inherit|0[ ;]|50%|[\d.]+em;))[^;]+/g;

const brand = (appearance: "light" | "dark") => ({
  ...{ appearance, accentColor: SERVICE.accentColor, radius: 6, termsUrl: null, privacyUrl: null },
  ...{ name: SERVICE.name, logoUrl: null },
});

const found = (files: readonly string[], pattern: RegExp) =>
  files.flatMap((file) => (readFileSync(file, "utf8").match(pattern) ?? []).map((text) => `${file}: ${text}`));

it("colours are those of the tokens, and no other file has one", () => {
  expect(sources.length).toBeGreaterThan(300);
  const files = sources.filter((file) => file !== OF_BROWSERS);
  expect(found(files, COLOUR)).toEqual([]);
});

it("a browser's bars have the colours of the page", () => {
  const [light, dark] = readFileSync(OF_BROWSERS, "utf8").match(COLOUR) ?? [];
  expect(readFileSync(TOKENS, "utf8")).toContain(`--surface-page: light-dark(${light}, ${dark})`);
});

it("the product's mails have the colours of its pages", () => {
  const tokens = readFileSync(TOKENS, "utf8");
  expect(tokens).toContain(`--accent: light-dark(${SERVICE.accentColor}, `);
  for (const name of ["card", "text", "muted", "border"] as const) {
    const [light, dark] = [themeOf(brand("light"))[name], themeOf(brand("dark"))[name]];
    expect(tokens, name).toContain(`light-dark(${light}, ${dark})`);
  }
});

it("sizes of text, weights and radii are those of the tokens", () => {
  const styles = sources.filter((file) => file.endsWith(".css"));
  expect(styles.length).toBeGreaterThan(50);
  expect(found(styles, MEASURE)).toEqual([]);
});

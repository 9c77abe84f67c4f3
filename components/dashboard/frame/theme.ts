import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from "@mantine/core";

const tuple = (...names: string[]) => names.map((name) => `var(--${name})`) as unknown as MantineColorsTuple;
const ten = (name: string) => tuple(...Array<string>(10).fill(name));

/** Mantine's shades of grey, from background to text, in the light and in the dark. */
const gray = tuple(
  ...["surface-quiet", "surface-hover", "surface-hover", "line", "line-field"],
  ...["text-placeholder", "text-meta", "text-meta", "text", "text"],
);
const dark = tuple(
  ...["text", "text", "text-meta", "text-placeholder", "line-field"],
  ...["surface-hover", "surface-raised", "surface-page", "surface-quiet", "surface-quiet"],
);

/** A filled button has the text colour of its fill, which in the dark is not white. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== "filled" || input.color === "red") return colors;
  return { ...colors, color: "var(--on-accent)" };
};

/** Mantine's theme, made of the tokens alone: components/ui/tokens.css. */
export const theme = createTheme({
  primaryColor: "leaf",
  colors: { leaf: ten("accent"), red: ten("danger"), yellow: ten("warning"), gray, dark },
  variantColorResolver,
  fontFamily: "var(--sans)",
  fontFamilyMonospace: "var(--mono)",
  fontSizes: {
    xs: "var(--font-meta)",
    sm: "var(--font-interface)",
    md: "var(--font-text)",
    lg: "var(--font-section)",
    xl: "var(--font-title)",
  },
  headings: {
    fontFamily: "var(--sans)",
    fontWeight: "var(--weight-title)",
    sizes: {
      h1: { fontSize: "var(--font-title)" },
      h2: { fontSize: "var(--font-title)" },
      h3: { fontSize: "var(--font-section)" },
      h4: { fontSize: "var(--font-text)" },
      h5: { fontSize: "var(--font-text)" },
    },
  },
  spacing: {
    xs: "var(--space-2)",
    sm: "var(--space-3)",
    md: "var(--space-4)",
    lg: "var(--space-5)",
    xl: "var(--space-6)",
  },
  radius: { xs: "var(--radius)", sm: "var(--radius)", md: "var(--radius)", lg: "var(--radius)" },
  shadows: { xs: "none", sm: "none", md: "var(--shadow)", lg: "var(--shadow)", xl: "var(--shadow)" },
  defaultRadius: "md",
  respectReducedMotion: true,
  components: {
    // The header of a dialog is not the banner of the page, which has one already.
    ModalHeader: { defaultProps: { role: "presentation" } },
    DrawerHeader: { defaultProps: { role: "presentation" } },
    ModalCloseButton: { defaultProps: { "aria-label": "Close" } },
    FileInput: { defaultProps: { clearButtonProps: { "aria-label": "Remove file" } } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
  },
});

/** The colours that Mantine derives from its palettes by rules of its own. */
const colors = {
  "--mantine-color-body": "var(--surface-page)",
  "--mantine-color-text": "var(--text)",
  "--mantine-color-bright": "var(--text)",
  "--mantine-color-dimmed": "var(--text-meta)",
  "--mantine-color-placeholder": "var(--text-placeholder)",
  "--mantine-color-anchor": "var(--accent-text)",
  "--mantine-color-disabled": "var(--surface-hover)",
  "--mantine-color-disabled-color": "var(--text-placeholder)",
  "--mantine-color-error": "var(--danger)",
  "--mantine-color-default": "var(--surface-raised)",
  "--mantine-color-default-hover": "var(--surface-hover)",
  "--mantine-color-default-color": "var(--text)",
  "--mantine-color-default-border": "var(--line-field)",
  "--mantine-color-leaf-filled": "var(--accent)",
  "--mantine-color-leaf-filled-hover": "var(--accent-hover)",
  "--mantine-primary-color-filled": "var(--accent)",
  "--mantine-primary-color-filled-hover": "var(--accent-hover)",
  "--mantine-color-leaf-light": "var(--surface-chosen)",
  "--mantine-color-leaf-light-hover": "var(--surface-hover)",
  "--mantine-color-leaf-light-color": "var(--accent-text)",
  "--mantine-color-leaf-outline": "var(--accent-text)",
  "--mantine-color-gray-light": "var(--surface-hover)",
  "--mantine-color-gray-light-hover": "var(--surface-hover)",
  "--mantine-color-gray-light-color": "var(--text)",
  "--mantine-color-red-filled": "var(--danger-fill)",
  "--mantine-color-red-filled-hover": "var(--danger-fill-hover)",
  "--mantine-color-red-light": "var(--danger-surface)",
  "--mantine-color-red-light-hover": "var(--danger-surface)",
  "--mantine-color-red-light-color": "var(--danger)",
  "--mantine-color-red-outline": "var(--danger)",
  "--mantine-color-yellow-light": "var(--warning-surface)",
  "--mantine-color-yellow-light-color": "var(--warning)",
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: colors, light: colors, dark: colors });

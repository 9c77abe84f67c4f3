import { type CSSVariablesResolver, createTheme } from "@mantine/core";

/** The green of the product, lightest first. White text is readable on the seventh. */
const leaf = [
  "#edf5ef",
  "#d9e8de",
  "#b3d2bf",
  "#8abb9e",
  "#68a782",
  "#3f8a62",
  "#236143",
  "#1f573c",
  "#1a4d34",
  "#113825",
] as const;

/** The colours of the dark scheme, from text to background. */
const dark = [
  "#e7ebe7",
  "#c9d0cb",
  "#a3ada6",
  "#7d8881",
  "#3a443e",
  "#262e29",
  "#1a201c",
  "#101412",
  "#0c0f0d",
  "#080a09",
] as const;

export const theme = createTheme({
  primaryColor: "leaf",
  primaryShade: { light: 6, dark: 6 },
  colors: { leaf, dark },
  fontFamily: "var(--sans)",
  fontFamilyMonospace: "var(--mono)",
  headings: { fontFamily: "var(--sans)", fontWeight: "650" },
  defaultRadius: "md",
  respectReducedMotion: true,
  components: {
    // The header of a dialog is not the banner of the page, which has one already.
    ModalHeader: { defaultProps: { role: "presentation" } },
    ModalCloseButton: { defaultProps: { "aria-label": "Close" } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
  },
});

/** Replaces Mantine's colours that have too little contrast (WCAG 2.2, 1.4.3) or are not those of the site. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-gray-0": "#f1f3ee",
    "--mantine-color-body": "#fbfbf8",
    "--mantine-color-text": "#1b211d",
    "--mantine-color-dimmed": "#576059",
    "--mantine-color-placeholder": "#6b746d",
    "--mantine-color-error": "#a32a22",
    "--mantine-color-red-filled": "#b3261e",
    "--mantine-color-red-filled-hover": "#8f1d17",
    "--mantine-color-red-light-color": "#8f1d17",
    "--mantine-color-yellow-light-color": "#704400",
    "--mantine-color-gray-light-color": "#454d47",
  },
  dark: {
    "--mantine-color-error": "#f0958d",
    "--mantine-color-red-filled": "#b3261e",
    "--mantine-color-red-filled-hover": "#c9362d",
    "--mantine-color-red-light-color": "#f5b5af",
    "--mantine-color-yellow-light-color": "#f0cd8d",
    "--mantine-color-gray-light-color": "#d3d9d5",
  },
});

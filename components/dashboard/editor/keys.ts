/** The editor's shortcuts as tooltips and menus write them. */
export const KEYS = {
  run: "Ctrl ⏎",
  runCurrent: "Ctrl Shift ⏎",
  save: "Ctrl S",
  format: "Shift Alt F",
  side: "Ctrl B",
} as const;

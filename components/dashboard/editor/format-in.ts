import { notifications } from "@mantine/notifications";
import type { EditorHandle } from "./sql-editor";

/** Formats the selection or everything. The formatter is loaded when it is first used. */
export async function formatIn(editor: EditorHandle | null): Promise<void> {
  const before = editor?.text() ?? "";
  const span = editor?.selection() ?? { from: 0, to: before.length };
  const { formatSql } = await import("./format");
  if (!editor || editor.text() !== before) return;
  try {
    const formatted = formatSql(before.slice(span.from, span.to));
    if (formatted !== before.slice(span.from, span.to)) editor.replace(span, formatted);
  } catch {
    notifications.show({ message: "Couldn't format: the text isn't valid SQL.", color: "red", role: "alert" });
  }
}

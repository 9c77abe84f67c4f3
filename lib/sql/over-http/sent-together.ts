import { leavesSettings } from "@/lib/core/left-settings";

/**
 * The commands that can neither end a transaction nor run a routine that may. They are found at the start of a text,
 * behind spaces, comments of one line and brackets; any other text counts as a command that can.
 */
const STAYS = /^(?:[\s(]|--[^\r\n]*(?:[\r\n]|$))*(?:select|insert|update|delete|merge|values|table|with)\b/i;

/**
 * Returns whether all statements of a transaction may be sent before the first is answered: none of them can end it, so
 * that the ones behind would run outside, or sets a parameter by which their texts would be read otherwise.
 */
export function maySendTogether(texts: readonly string[]): boolean {
  return texts.every((text) => STAYS.test(text) && !leavesSettings(text));
}

import { type Block, blockOf } from "./tsv";

let last: { text: string; block: Block } | null = null;

/**
 * Keeps the copied values, so that the same text pasted in a grid is the same values, NULL and line breaks included.
 */
export function keepCopied(text: string, block: Block): void {
  last = { text, block };
}

/** Returns the block of values that a pasted text holds. */
export function pastedBlock(text: string): Block {
  return last !== null && sameText(last.text, text) ? last.block : blockOf(text);
}

/** Windows writes line breaks of its own. */
function sameText(one: string, other: string): boolean {
  return one === other || one === other.replaceAll("\r\n", "\n");
}

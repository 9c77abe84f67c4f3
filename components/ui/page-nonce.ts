"use client";

import { createContext, use } from "react";

export const PageNonce = createContext("");

/**
 * Returns the nonce of the document for style sheets that scripts insert; it stays the same after navigations.
 * CodeMirror takes it as `EditorView.cspNonce.of(nonce)`. Style attributes need none (docs/decisions/051).
 */
export function usePageNonce(): string {
  return use(PageNonce);
}

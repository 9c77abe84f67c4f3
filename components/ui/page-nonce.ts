"use client";

import { createContext, use } from "react";

export const PageNonce = createContext("");

/**
 * The nonce that a style sheet written by a script must carry: of the document, so the same after every navigation.
 * CodeMirror takes it as `EditorView.cspNonce.of(nonce)`; a `<style>` element as its attribute. Style attributes need
 * none (docs/decisions/051); a script never gets it, `next/dynamic` loads those that are needed later.
 */
export function usePageNonce(): string {
  return use(PageNonce);
}

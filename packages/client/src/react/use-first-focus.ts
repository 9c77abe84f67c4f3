"use client";

import { useEffect, useRef } from "react";

/** Puts the focus into the first field of what has just taken the place of the button that was pressed. */
export function useFirstFocus() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.querySelector<HTMLInputElement>("input:not([type=hidden])")?.focus(), []);
  return element;
}

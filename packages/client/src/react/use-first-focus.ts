"use client";

import { useEffect, useRef } from "react";

/** Moves the focus into the first field of an element that has just replaced the button that was pressed. */
export function useFirstFocus() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.querySelector<HTMLInputElement>("input:not([type=hidden])")?.focus(), []);
  return element;
}

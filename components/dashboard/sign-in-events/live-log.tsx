"use client";

import { useRefresh } from "../charts/use-refresh";

const EVERY_MS = 3_000;

/** Keeps the newest events on the page while it is looked at. */
export function LiveLog() {
  useRefresh(EVERY_MS);
  return null;
}

"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";

/** Returns a function that opens a text in a new tab of the SQL editor, whose address is `editor`. */
export function useOpenInEditor(databaseId: string, editor: string): (text: string) => Promise<void> {
  const router = useRouter();
  return async (text) => {
    const { queryTabsOf } = await import("./query-tabs");
    queryTabsOf(databaseId).openText(text);
    router.push(editor as Route);
  };
}

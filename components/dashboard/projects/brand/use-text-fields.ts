"use client";

import { useEffect, useMemo, useState } from "react";
import type { SettingField } from "@/lib/web/resource";

export type SavedTexts = Readonly<Partial<Record<string, Readonly<Partial<Record<string, string>>>>>>;
type Messages = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A text of the hosted pages: its label is the default, and its value is `null` where that is used. */
export interface TextField extends SettingField {
  locale: string;
  /** Such as `signIn.title`. */
  name: string;
}

/** Returns the texts of every language. They are loaded once the page stands. */
export function useTextFields(saved: SavedTexts): readonly TextField[] {
  const [messages, setMessages] = useState<Messages>({});
  useEffect(() => {
    import("@coppice/auth/messages").then(({ en, de, fr, es, ja, ar }) => setMessages({ en, de, fr, es, ja, ar }));
  }, []);
  return useMemo(() => fieldsOf(messages, saved), [messages, saved]);
}

function fieldsOf(messages: Messages, saved: SavedTexts): TextField[] {
  return Object.entries(messages).flatMap(([locale, texts]) =>
    Object.entries(texts).map(
      ([name, label]): TextField => ({
        ...{ locale, name, label, placeholder: label, note: noteOf(name, label) },
        path: `brand.texts.${locale}.${name}`,
        ...{ kind: "text", isNullable: true, min: 0, max: 500, choices: [] },
        ...{ value: saved[locale]?.[name] ?? null, standard: null },
      }),
    ),
  );
}

function noteOf(name: string, text: string): string {
  const placeholders = [...new Set(text.match(/\{\w+\}/g) ?? [])];
  return placeholders.length === 0 ? name : `${name}, filled in: ${placeholders.join(" ")}`;
}

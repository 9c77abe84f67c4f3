"use client";

import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useTransition } from "react";

const PAUSE_MS = 150;

interface Props {
  /** The address of the list. */
  address: string;
  /** The name of the search in the address. */
  name: string;
  label: string;
  placeholder: string;
  /** The text that the list is searched for now. */
  value: string;
  /** The further parameters that the address holds, and keeps. */
  kept?: Readonly<Record<string, string>>;
  maxLength?: number;
}

/** The search of a list, which follows the text that is typed. Without JavaScript, Enter sends it. */
export function SearchField({ address, name, label, placeholder, value, kept = {}, maxLength = 100 }: Props) {
  const router = useRouter();
  const [isSearching, start] = useTransition();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Text that is being typed is newer than the text of the last search.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = value;
  }, [value]);
  const search = () => {
    const text = field.current?.value.trim() ?? "";
    if (text === value) return;
    const query = new URLSearchParams({ ...kept, ...(text && { [name]: text }) }).toString();
    start(() => router.replace((query ? `${address}?${query}` : address) as Route, { scroll: false }));
  };
  const searchSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(search, PAUSE_MS);
  };
  return (
    <form method="get" action={address} aria-label={label} aria-busy={isSearching}>
      {Object.entries(kept).map(([key, text]) => (
        <input key={key} type="hidden" name={key} value={text} />
      ))}
      <TextInput
        ref={field}
        type="search"
        name={name}
        aria-label={label}
        placeholder={placeholder}
        defaultValue={value}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconSearch size={16} aria-hidden />}
        onChange={searchSoon}
      />
    </form>
  );
}

"use client";

import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import classes from "./menus.module.css";

interface Props {
  label: string;
  query: string;
  setQuery: (query: string) => void;
}

/** The field at the top of a menu. The arrow down leads to the results, and Enter opens the first of it. */
export function MenuSearch({ label, query, setQuery }: Props) {
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") {
      event.preventDefault();
      event.currentTarget.closest('[role="menu"]')?.querySelector<HTMLElement>('[role="menuitem"]')?.click();
    }
    // The menu would take letters and arrows for its own.
    if (event.key !== "ArrowDown" && event.key !== "Escape") event.stopPropagation();
  };
  return (
    <TextInput
      className={classes.find}
      value={query}
      onChange={(event) => setQuery(event.currentTarget.value)}
      onKeyDown={press}
      leftSection={<IconSearch size={14} aria-hidden />}
      placeholder={label}
      aria-label={label}
      maxLength={40}
      autoComplete="off"
      data-autofocus
    />
  );
}

"use client";

import { UnstyledButton } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import narrow from "@/components/ui/icon-on-phones.module.css";
import { untilHydrated } from "@/components/ui/until-hydrated";
import classes from "./header.module.css";

/** Opens the command palette. */
export function SearchButton({ open }: { open: () => void }) {
  // The server does not know the operating system: the hint has its place, and appears together with the shortcut.
  const os = useOs();
  return (
    <UnstyledButton className={classes.search} onClick={open} {...untilHydrated}>
      <IconSearch size={16} aria-hidden />
      <span className={narrow.label}>Search</span>
      <kbd aria-hidden data-known={os !== "undetermined" || undefined}>
        {os === "macos" ? "⌘" : "Ctrl"} K
      </kbd>
    </UnstyledButton>
  );
}

"use client";

import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import classes from "./settings.module.css";

export interface SearchableSection {
  id: string;
  title: string;
  text?: string;
  /** The words by which it is found besides its title and text. */
  words: string;
  content: ReactNode;
}

/** Sections of settings with a search, which hides those that have nothing of it. */
export function SearchableSections({ sections }: { sections: readonly SearchableSection[] }) {
  const [query, setQuery] = useState("");
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = ({ title, text = "", words }: SearchableSection) => {
    const all = `${title} ${text} ${words}`.toLowerCase();
    return terms.every((term) => all.includes(term));
  };
  const found = sections.filter(isFound);
  return (
    <>
      <div className={classes.search}>
        <TextInput
          type="search"
          aria-label="Find a setting"
          placeholder="Find a setting"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          leftSection={<IconSearch size={16} aria-hidden />}
          autoComplete="off"
          spellCheck={false}
          maw="20rem"
        />
      </div>
      <SettingsSections>
        {sections.map((section) => (
          <SettingsSection
            key={section.id}
            anchor={section.id}
            title={section.title}
            text={section.text}
            isHidden={!found.includes(section)}
          >
            {section.content}
          </SettingsSection>
        ))}
      </SettingsSections>
      <p role="status" className={classes.none}>
        {found.length === 0 && "No matching settings"}
      </p>
    </>
  );
}

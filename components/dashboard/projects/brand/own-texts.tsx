"use client";

import { Button, Group, Switch, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { ScriptSelect } from "@/components/ui/script-select";
import type { SettingsDraft } from "../settings/use-settings-draft";
import classes from "./brand.module.css";
import { OwnText } from "./own-text";
import type { TextField } from "./use-text-fields";

const AT_FIRST = 10;

interface Props {
  fields: readonly TextField[];
  draft: SettingsDraft;
  languages: readonly { locale: string; name: string }[];
  locale: string;
  setLocale: (locale: string) => void;
}

/** The texts of the hosted pages in one language, found by a word of the default, of one's own or of the name. */
export function OwnTexts({ fields, draft, languages, locale, setLocale }: Props) {
  const [query, setQuery] = useState("");
  const [isChangedOnly, setChangedOnly] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const own = (field: TextField) => draft.current(field);
  const isOwn = (field: TextField) => own(field) !== null;
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (field: TextField) => {
    const all = `${field.label} ${field.name} ${own(field) ?? ""}`.toLowerCase();
    return terms.every((term) => all.includes(term)) && (!isChangedOnly || isOwn(field) || field.value !== null);
  };
  const here = fields.filter((field) => field.locale === locale);
  const found = here.filter(isFound);
  const shown = found.filter((field, index) => isWhole || index < AT_FIRST || field.path in draft.problems);
  const count = here.filter(isOwn).length;
  return (
    <section aria-labelledby="own-texts">
      <h2 id="own-texts" className="section-title">
        Texts
      </h2>
      <p className={classes.meta}>
        Words of your own on the hosted pages. {count === 0 ? "None" : count} of {here.length} differ
        {count === 1 ? "s" : ""} from the default in this language.
      </p>
      <Group gap="sm" my="sm">
        <TextInput
          type="search"
          aria-label="Find a text"
          placeholder="Find a text"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          leftSection={<IconSearch size={16} aria-hidden />}
          autoComplete="off"
          spellCheck={false}
          flex={1}
          miw="10rem"
        />
        <ScriptSelect
          aria-label="Language of the texts"
          data={languages.map(({ locale: value, name: label }) => ({ value, label }))}
          value={locale}
          onChange={(event) => setLocale(event.currentTarget.value)}
        />
        <Switch
          label="Changed only"
          checked={isChangedOnly}
          onChange={(event) => setChangedOnly(event.currentTarget.checked)}
        />
      </Group>
      <div className={classes.textList}>
        {shown.map((field) => (
          <OwnText key={field.path} {...draft.control(field)} />
        ))}
      </div>
      <p role="status" className={classes.meta}>
        {here.length > 0 && found.length === 0 && "No matching texts"}
      </p>
      {found.length > shown.length && (
        <Button variant="default" onClick={() => setWhole(true)}>
          Show all {found.length}
        </Button>
      )}
    </section>
  );
}

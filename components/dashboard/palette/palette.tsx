"use client";

import { Modal, UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { Keys } from "@/components/ui/commands/keys";
import { useLayer } from "@/components/ui/use-layer";
import type { PlaceProps } from "../navigation/place-props";
import type { PaletteItem } from "./item";
import classes from "./palette.module.css";
import { keepRecent, readRecent } from "./recent";
import { type Section, sectionsBefore, sectionsOf } from "./sections";
import { useItems } from "./use-items";

interface Props extends PlaceProps {
  isOpen: boolean;
  close: () => void;
}

/** Finds and does everything from one field: pages, data, people, documentation and actions. */
export default function Palette({ isOpen, close, ...place }: Props) {
  return (
    <Modal
      opened={useLayer(isOpen, close)}
      closeOnEscape={false}
      onClose={close}
      withCloseButton={false}
      size={620}
      yOffset="10dvh"
      padding={0}
      transitionProps={{ duration: 120, transition: "fade" }}
      attributes={{ content: { "aria-label": "Search" } }}
    >
      <Search {...place} close={close} />
    </Modal>
  );
}

/** Returns the items that are shown for `query`, by kind. */
function useSections(place: PlaceProps, query: string): Section[] {
  const [recent] = useState(readRecent);
  const items = useItems(place, query);
  const home = `/dashboard/${place.organisation?.id}`;
  return useMemo(
    () => (query.trim() === "" ? sectionsBefore(items, recent, home) : sectionsOf(items, query)),
    [items, query, recent, home],
  );
}

/** Returns a function that carries out an item: here, or where `isApart` in a tab of its own. */
function useChoose(close: () => void) {
  const router = useRouter();
  return async (item: PaletteItem | undefined, isApart: boolean) => {
    if (!item || (isApart && !item.href)) return;
    keepRecent(item);
    if (isApart) return void window.open(item.href, "_blank", "noopener");
    close();
    await item.run?.();
    if (!item.href) return;
    if (item.isDocument) location.assign(item.href);
    else router.push(item.href as Route);
  };
}

function Search({ close, ...place }: PlaceProps & { close: () => void }) {
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const base = useId();
  const sections = useSections(place, query);
  const choose = useChoose(close);
  const shown = sections.flatMap((section) => section.items);
  const at = Math.max(
    0,
    shown.findIndex(({ id }) => id === chosen),
  );
  const current = shown[at];
  const idOf = (item: PaletteItem) => `${base}-${shown.indexOf(item)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection stays in sight
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + shown.length }[event.key];
    if (to !== undefined && shown.length > 0) setChosen(shown[to % shown.length]?.id ?? null);
    else if (event.key === "Enter") void choose(current, event.metaKey || event.ctrlKey);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Field
        value={query}
        aria-controls={base}
        aria-activedescendant={current && idOf(current)}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(null);
        }}
        onKeyDown={press}
      />
      <div ref={list} id={base} role="listbox" aria-label="Results" className={classes.list}>
        {sections.map((section) => (
          <PaletteGroup key={section.group} {...section}>
            {(item) => (
              <PaletteRow
                key={item.id}
                id={idOf(item)}
                item={item}
                isChosen={item === current}
                point={() => setChosen(item.id)}
                choose={(isApart) => void choose(item, isApart)}
              />
            )}
          </PaletteGroup>
        ))}
      </div>
      {shown.length === 0 && (
        <p role="status" className={classes.none}>
          No results
        </p>
      )}
    </>
  );
}

function Field(props: ComponentProps<"input">) {
  return (
    <div className={classes.field}>
      <IconSearch size={16} aria-hidden />
      <input
        {...props}
        className={classes.input}
        role="combobox"
        aria-label="Search"
        aria-expanded
        aria-autocomplete="list"
        placeholder="Search or do anything"
        maxLength={128}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </div>
  );
}

/** The options of one kind, under its name. */
function PaletteGroup({ group, items, children }: Section & { children: (item: PaletteItem) => ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox has groups of options
    <div role="group" aria-labelledby={id}>
      <div id={id} role="presentation" className={classes.group}>
        {group}
      </div>
      {items.map(children)}
    </div>
  );
}

interface RowProps {
  id: string;
  item: PaletteItem;
  isChosen: boolean;
  point: () => void;
  choose: (isApart: boolean) => void;
}

/** An option: its action or target, and its keys. */
function PaletteRow({ id, item, isChosen, point, choose }: RowProps) {
  const { icon: Icon, label, hint, keys } = item;
  return (
    <UnstyledButton
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className={classes.row}
      onMouseMove={isChosen ? undefined : point}
      onClick={(event) => choose(event.metaKey || event.ctrlKey)}
    >
      <Icon size={16} stroke={1.6} aria-hidden />
      <span className={classes.label}>
        <bdi>{label}</bdi>
      </span>
      {hint && <span className={classes.hint}>{hint}</span>}
      {keys && (
        <span className={classes.keys} aria-hidden>
          <Keys keys={keys} />
        </span>
      )}
    </UnstyledButton>
  );
}

"use client";

import { notifications } from "@mantine/notifications";
import { useAsked } from "@/components/ui/use-asked";
import type { SavedQuery } from "@/lib/sql/saved-queries/resource";
import type { Outcome } from "@/lib/web/resource";
import type { QueryTab } from "./query-tab";
import type { QueryTabs } from "./query-tabs";
import type { useQueryTabs } from "./use-query-tabs";

type Answer<Value> = Promise<Outcome<Value>>;

export interface QueryVerbs {
  create: (input: { name: string; text: string }) => Answer<SavedQuery>;
  update: (input: { queryId: string; name?: string; text?: string }) => Answer<SavedQuery>;
  remove: (queryId: string) => Answer<unknown>;
}

interface Naming {
  kind: "name";
  title: string;
  initial: string;
  save: (name: string) => Answer<unknown>;
}

type Question =
  | Naming
  | { kind: "remove"; query: SavedQuery }
  /** Some of the tabs have text that would be lost. */
  | { kind: "close"; tabs: readonly QueryTab[] };

type Open = ReturnType<typeof useQueryTabs>;

interface Tabs {
  tabs: () => QueryTabs;
  /** Closes tabs without asking first. */
  close: (ids: string[]) => void;
}

/** Returns the question and the action of the dialog that gives a query or a tab its name. */
function namings(open: Open, tabs: () => QueryTabs, verbs: QueryVerbs) {
  const kept = (answer: Outcome<SavedQuery>, keep?: (query: SavedQuery) => void) => {
    if (answer.isDone) {
      open.put(answer.value);
      keep?.(answer.value);
    }
    return answer;
  };
  const createFor = (text: string, keep: (query: SavedQuery) => void) => async (name: string) =>
    kept(await verbs.create({ name, text }), keep);
  return {
    save: (tab: QueryTab, text: string): Naming => {
      const save = createFor(text, (query) => tabs().save(tab.id, query));
      return { kind: "name", title: "Save query", initial: nameFor(tab), save };
    },
    saveAs: (text: string): Naming => {
      const save = createFor(text, (query) => tabs().openQuery(query));
      return { kind: "name", title: "Save as a new query", initial: "", save };
    },
    query: ({ id, name: initial }: SavedQuery): Naming => {
      const save = async (name: string) => kept(await verbs.update({ queryId: id, name }));
      return { kind: "name", title: "Rename query", initial, save };
    },
    tab: ({ id, name: initial }: QueryTab): Naming => {
      const save = async (name: string) => {
        if (name.trim() === "") return { isDone: false, message: "Enter a name of 1 to 80 characters." } as const;
        tabs().rename(id, name.trim());
        return { isDone: true, value: null } as const;
      };
      return { kind: "name", title: "Rename tab", initial, save };
    },
  };
}

/** Returns functions that save, rename, delete and close queries, and the state of the dialogs that ask first. */
export function useQueryDialogs(open: Open, { tabs, close: shut }: Tabs, verbs: QueryVerbs, canWrite: boolean) {
  const { ask, ...asking } = useAsked<Question>();
  const names = namings(open, tabs, verbs);
  const save = async (tab: QueryTab, text: string) => {
    const query = open.queryOf(tab);
    if (query === null) return ask(names.save(tab, text));
    const answer = await verbs.update({ queryId: query.id, text });
    if (answer.isDone) {
      open.put(answer.value);
      tabs().save(tab.id, answer.value);
    }
    say(answer.isDone ? `Saved ${answer.value.name}.` : answer.message, !answer.isDone);
  };
  const remove = async ({ id, name }: SavedQuery) => {
    const answer = await verbs.remove(id);
    if (answer.isDone) open.drop(id);
    say(answer.isDone ? `Deleted ${name}.` : answer.message, !answer.isDone);
  };
  /** Closes tabs at once where no text is lost. */
  const close = (closed: readonly QueryTab[]) => {
    if (closed.some(({ isChanged }) => isChanged)) return ask({ kind: "close", tabs: closed });
    shut(closed.map(({ id }) => id));
  };
  return {
    save: (tab: QueryTab, text: string) => void save(tab, text),
    /** The tab keeps its own query, and the new one opens in another. */
    saveAs: (text: string) => ask(names.saveAs(text)),
    renameQuery: (query: SavedQuery) => ask(names.query(query)),
    /** Returns a function that renames a tab, or the query that it shows; `null` for a member who may not. */
    renamer: (tab: QueryTab) => {
      const query = open.queryOf(tab);
      if (query === null) return () => ask(names.tab(tab));
      return canWrite ? () => ask(names.query(query)) : null;
    },
    close,
    remove: (query: SavedQuery) => ask({ kind: "remove", query }),
    /** Whether a dialog is or was open. */
    hasAsked: asking.asked !== null,
    dialogs: {
      ...asking,
      confirmRemoval: (query: SavedQuery) => void remove(query),
      confirmClosing: (closed: readonly QueryTab[]) => shut(closed.map(({ id }) => id)),
    },
  };
}

function say(message: string, isRefusal: boolean): void {
  notifications.show({ message, color: isRefusal ? "red" : "leaf", role: isRefusal ? "alert" : "status" });
}

/** Returns the name that a query is offered when it is saved: that of the tab, unless it is a number. */
function nameFor({ name }: QueryTab): string {
  return /^Query \d+( \(\d+\))?$/.test(name) ? "" : name;
}

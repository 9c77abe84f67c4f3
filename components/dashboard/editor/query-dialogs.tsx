"use client";

import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { Confirm } from "@/components/ui/confirm";
import type { SavedQuery } from "@/lib/sql/saved-queries/resource";
import type { Outcome } from "@/lib/web/resource";
import { NameDialog } from "./name-dialog";
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
  title: string;
  initial: string;
  /** Returns why the name is refused, or `null`. */
  save: (name: string) => Promise<string | null>;
}

type Open = ReturnType<typeof useQueryTabs>;

interface Tabs {
  tabs: () => QueryTabs;
  /** Closes tabs without asking first. */
  close: (ids: string[]) => void;
}

/** Returns functions that save, rename, delete and close queries, and the state of the dialogs that ask first. */
export function useQueryDialogs(open: Open, { tabs, close: shut }: Tabs, verbs: QueryVerbs, canWrite: boolean) {
  const [naming, setNaming] = useState<Naming | null>(null);
  const [removing, setRemoving] = useState<SavedQuery | null>(null);
  const [closing, setClosing] = useState<readonly QueryTab[]>([]);
  const save = async (tab: QueryTab, text: string) => {
    const query = open.queryOf(tab);
    if (query === null) return setNaming({ title: "Save query", initial: nameFor(tab), save: createFor(tab, text) });
    const answer = await verbs.update({ queryId: query.id, text });
    if (answer.isDone) {
      open.put(answer.value);
      tabs().save(tab.id, answer.value);
    }
    say(answer.isDone ? `Saved ${answer.value.name}.` : answer.message, !answer.isDone);
  };
  const createFor = (tab: QueryTab, text: string) => async (name: string) => {
    const answer = await verbs.create({ name, text });
    if (!answer.isDone) return answer.message;
    open.put(answer.value);
    tabs().save(tab.id, answer.value);
    return null;
  };
  const renameQuery = ({ id, name: initial }: SavedQuery) => {
    const change = async (name: string) => {
      const answer = await verbs.update({ queryId: id, name });
      if (!answer.isDone) return answer.message;
      open.put(answer.value);
      return null;
    };
    setNaming({ title: "Rename query", initial, save: change });
  };
  const renameTab = ({ id, name: initial }: QueryTab) => {
    const change = async (name: string) => {
      if (name.trim() === "") return "Enter a name of 1 to 80 characters.";
      tabs().rename(id, name.trim());
      return null;
    };
    setNaming({ title: "Rename tab", initial, save: change });
  };
  const remove = async () => {
    if (!removing) return;
    const answer = await verbs.remove(removing.id);
    if (answer.isDone) open.drop(removing.id);
    say(answer.isDone ? `Deleted ${removing.name}.` : answer.message, !answer.isDone);
  };
  /** Closes tabs at once where no text is lost. */
  const close = (asked: readonly QueryTab[]) => {
    if (asked.some(({ isChanged }) => isChanged)) return setClosing(asked);
    shut(asked.map(({ id }) => id));
  };
  return {
    save: (tab: QueryTab, text: string) => void save(tab, text),
    renameQuery,
    /** Returns what renames a tab, or the query that it shows; `null` for a member who may not. */
    renamer: (tab: QueryTab) => {
      const query = open.queryOf(tab);
      if (query === null) return () => renameTab(tab);
      return canWrite ? () => renameQuery(query) : null;
    },
    close,
    remove: setRemoving,
    dialogs: {
      naming,
      removing,
      closing,
      confirmRemoval: () => void remove(),
      confirmClosing: () => shut(closing.map(({ id }) => id)),
      dismiss: () => {
        setNaming(null);
        setRemoving(null);
        setClosing([]);
      },
    },
  };
}

type Props = ReturnType<typeof useQueryDialogs>["dialogs"];

export function QueryDialogs({ naming, removing, closing, confirmRemoval, confirmClosing, dismiss }: Props) {
  const changed = closing.filter(({ isChanged }) => isChanged);
  return (
    <>
      {naming && <NameDialog {...naming} onClose={dismiss} />}
      <Confirm
        isOpen={removing !== null}
        title={`Delete ${removing?.name ?? "query"}`}
        confirm="Delete"
        onClose={dismiss}
        onConfirm={confirmRemoval}
      >
        This deletes the query for everyone in the organisation. Your data isn't affected.
      </Confirm>
      <Confirm
        isOpen={closing.length > 0}
        title={changed.length > 1 ? `Close ${changed.length} tabs` : `Close ${changed[0]?.name ?? "tab"}`}
        confirm="Close without saving"
        onClose={dismiss}
        onConfirm={confirmClosing}
      >
        {changed.length > 1
          ? `Your unsaved changes in ${changed.map(({ name }) => name).join(", ")} will be lost.`
          : "Your unsaved changes will be lost."}
      </Confirm>
    </>
  );
}

function say(message: string, isRefusal: boolean): void {
  notifications.show({ message, color: isRefusal ? "red" : "leaf", role: isRefusal ? "alert" : "status" });
}

/** Returns the name that a query is offered when it is saved: that of the tab, unless it is a number. */
function nameFor({ name }: QueryTab): string {
  return /^Query \d+$/.test(name) ? "" : name;
}

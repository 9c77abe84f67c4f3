"use client";

import { Tabs, VisuallyHidden } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useState } from "react";
import type { SavedQuery } from "@/lib/sql/saved-queries/resource";
import type { StatementChange, StatementOutcome } from "@/lib/sql/statements/resource";
import { doneText, latestLasting } from "../results/lasting-changes";
import { useSchema } from "../schema-tree/use-schema";
import { UndoDialog, type UndoVerbs } from "../undo/undo-dialog";
import { showUndoToast } from "../undo/undo-toast";
import { QueryDialogs, type QueryVerbs, useQueryDialogs } from "./query-dialogs";
import { QueryPanel } from "./query-panel";
import { queryTabsOf } from "./query-tabs";
import { Side } from "./side";
import { TabBar } from "./tab-bar";
import { usePanels } from "./use-panels";
import { useQueryTabs } from "./use-query-tabs";
import classes from "./workspace.module.css";

interface Props {
  /** The address of the page, below which its handlers are. */
  base: string;
  databaseId: string;
  canWrite: boolean;
  queries: readonly SavedQuery[];
  queryVerbs: QueryVerbs;
  /** The verbs that undo; `null` for a member who may not change data. */
  undoVerbs: UndoVerbs | null;
}

/** The SQL page: tabs with an editor and results each, and the saved queries. */
export function SqlWorkspace({ base, databaseId, canWrite, queries: initial, queryVerbs, undoVerbs }: Props) {
  const [undoing, setUndoing] = useState<StatementChange | null>(null);
  const store = () => queryTabsOf(databaseId);
  const open = useQueryTabs(databaseId, initial);
  const { tabs, activeId, queries, queryOf } = open;
  const panels = usePanels(tabs, activeId);
  const close = (ids: string[]) => panels.focusAfter("tab", () => ids.forEach((id) => void store().close(id)));
  const asking = useQueryDialogs(open, { tabs: store, close }, queryVerbs, canWrite);
  const schema = useSchema(base);
  const move = (by: number) => panels.focusAfter("editor", () => store().move(by));
  useTabKeys(() => panels.shown()?.save(), move);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc cancels wherever the focus is
    <div className={classes.workspace} onKeyDown={(event) => event.key === "Escape" && panels.shown()?.cancel()}>
      <VisuallyHidden component="h1">SQL</VisuallyHidden>
      <Side
        databaseId={databaseId}
        tables={base.replace(/sql$/, "tables")}
        source={schema}
        insert={(name) => panels.shown()?.insert(name)}
        query={(text) => panels.focusAfter("editor", () => store().openText(text))}
        queries={queries}
        openTabs={tabs}
        activeId={activeId}
        open={(query) => store().openQuery(query)}
        rename={canWrite ? asking.renameQuery : undefined}
        remove={canWrite ? asking.remove : undefined}
      />
      <Tabs
        value={activeId}
        onChange={(id) => id !== null && store().activate(id)}
        keepMountedMode="display-none"
        variant="none"
        miw={0}
        ref={panels.root}
      >
        <TabBar
          tabs={tabs}
          activeId={activeId}
          renamer={asking.renamer}
          move={move}
          running={panels.running}
          add={() => panels.focusAfter("editor", () => store().add())}
          close={asking.close}
        />
        {tabs.map((tab) => (
          <Tabs.Panel key={tab.id} value={tab.id}>
            {panels.visited.has(tab.id) && (
              <QueryPanel
                base={base}
                schema={schema}
                canWrite={canWrite}
                isShown={tab.id === activeId}
                {...panels.of(tab.id)}
                initialText={() => store().draft(tab.id) ?? queryOf(tab)?.text ?? ""}
                onChange={(text) => store().note(tab.id, text, queryOf(tab)?.text ?? "")}
                onOutcome={(outcomes) => {
                  schema.expire();
                  if (undoVerbs) offerUndo(outcomes, setUndoing);
                }}
                save={canWrite ? (text) => asking.save(tab, text) : undefined}
                undo={undoVerbs ? setUndoing : undefined}
              />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      <QueryDialogs {...asking.dialogs} />
      {undoVerbs && <UndoDialog changeId={undoing?.id ?? null} onClose={() => setUndoing(null)} verbs={undoVerbs} />}
    </div>
  );
}

/** Binds Ctrl S outside of the editor, and the keys that move through tabs anywhere but in a dialog. */
function useTabKeys(save: () => void, move: (by: number) => void): void {
  const moveFrom = (by: number) => () => document.querySelector('[aria-modal="true"]') === null && move(by);
  useHotkeys([["mod+S", save]], []);
  useHotkeys(
    [
      ["alt+PageDown", moveFrom(1)],
      ["alt+PageUp", moveFrom(-1)],
    ],
    [],
    true,
  );
}

function offerUndo(outcomes: readonly StatementOutcome[], undo: (change: StatementChange) => void): void {
  const done = latestLasting(outcomes);
  if (done !== null) showUndoToast(doneText(done), () => undo(done.change));
}

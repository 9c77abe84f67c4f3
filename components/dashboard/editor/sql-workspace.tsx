"use client";

import { Tabs } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import dynamic from "next/dynamic";
import { useEffect, useEffectEvent, useState } from "react";
import type { SavedQuery } from "@/lib/sql/saved-queries/resource";
import type { StatementChange, StatementOutcome } from "@/lib/sql/statements/resource";
import { doneText, latestLasting } from "../results/lasting-changes";
import { useSchema } from "../schema-tree/use-schema";
import { UndoDialog, type UndoVerbs } from "../undo/undo-dialog";
import { showUndoToast } from "../undo/undo-toast";
import type { Drafting } from "./drafting";
import { QueryPanel } from "./query-panel";
import { queryTabsOf } from "./query-tabs";
import type { SideProps } from "./side";
import { SqlWindow } from "./sql-window";
import { TabBar } from "./tab-bar";
import { useLayout } from "./use-layout";
import { usePanels } from "./use-panels";
import { type QueryVerbs, useQueryDialogs } from "./use-query-dialogs";
import { useQueryTabs } from "./use-query-tabs";
import classes from "./workspace.module.css";

const QueryDialogs = dynamic(() => import("./query-dialogs"), { loading: () => null });

interface Props {
  /** The address of the page, below which its handlers are. */
  base: string;
  databaseId: string;
  canWrite: boolean;
  queries: readonly SavedQuery[];
  queryVerbs: QueryVerbs;
  /** The verbs that undo; `null` for a member who may not change data. */
  undoVerbs: UndoVerbs | null;
  /** The seconds after which a statement is stopped. */
  limitSeconds: number;
  /** The projects that a language model's drafts count against; `null` if there are none. */
  drafting: Drafting | null;
}

/** The SQL page: tables and saved queries at the left, and tabs with an editor and results each. */
export function SqlWorkspace(props: Props) {
  const { base, databaseId, canWrite, queries: initial, queryVerbs, undoVerbs } = props;
  const [undoing, setUndoing] = useState<StatementChange | null>(null);
  const [layout, setLayout] = useLayout();
  const store = () => queryTabsOf(databaseId);
  const open = useQueryTabs(databaseId, initial);
  const { tabs, activeId, queries, queryOf } = open;
  const panels = usePanels(tabs, activeId);
  const close = (ids: string[]) => panels.focusAfter("tab", () => ids.forEach((id) => void store().close(id)));
  const asking = useQueryDialogs(open, { tabs: store, close }, queryVerbs, canWrite);
  const schema = useSchema(base);
  useBrought(databaseId, open, panels.bring);
  const move = (by: number) => panels.focusAfter("editor", () => store().move(by));
  useTabKeys(() => panels.shown()?.save(), move);
  const side: SideProps = {
    ...{ databaseId, source: schema, queries, openTabs: tabs, activeId },
    tables: base.replace(/sql$/, "tables"),
    insert: (name) => panels.shown()?.insert(name),
    query: (text) => panels.focusAfter("editor", () => store().openText(text)),
    open: (query) => store().openQuery(query),
    ...(canWrite && { rename: asking.renameQuery, remove: asking.remove }),
  };
  const onOutcome = (outcomes: readonly StatementOutcome[]) => {
    schema.expire();
    if (undoVerbs) offerUndo(outcomes, setUndoing);
  };
  const closeUndo = () => {
    setUndoing(null);
    schema.refresh();
  };
  return (
    <SqlWindow side={side} layout={layout} setLayout={setLayout} cancel={() => panels.shown()?.cancel()}>
      <Tabs
        value={activeId}
        onChange={(id) => id !== null && store().activate(id)}
        keepMountedMode="display-none"
        variant="none"
        className={classes.tabs}
        ref={panels.root}
      >
        <TabBar
          {...{ tabs, activeId, move }}
          renamer={asking.renamer}
          running={panels.running}
          add={() => panels.focusAfter("editor", () => store().add())}
          close={asking.close}
        />
        {tabs.map((tab) => (
          <Tabs.Panel key={tab.id} value={tab.id} className={classes.query}>
            {panels.visited.has(tab.id) && (
              <QueryPanel
                {...{ base, schema, canWrite, onOutcome, limitSeconds: props.limitSeconds, drafting: props.drafting }}
                {...panels.of(tab.id)}
                name={tab.name}
                isShown={tab.id === activeId}
                split={{ share: layout.editor, resize: (editor) => setLayout({ editor }) }}
                initialText={() => store().draft(tab.id) ?? queryOf(tab)?.text ?? ""}
                isToRun={tab.id === open.toRunId}
                onTaken={() => store().takeRun()}
                parameters={store().parameters(tab.id)}
                onChange={(text) => store().note(tab.id, text, queryOf(tab)?.text ?? "")}
                onEnd={() => schema.refresh()}
                save={canWrite ? (text) => asking.save(tab, text) : undefined}
                saveAs={asking.saveAs}
                undo={undoVerbs ? setUndoing : undefined}
              />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      {asking.hasAsked && <QueryDialogs {...asking.dialogs} />}
      {undoVerbs && <UndoDialog changeId={undoing?.id ?? null} onClose={closeUndo} verbs={undoVerbs} />}
    </SqlWindow>
  );
}

/** Shows in the editors the text that is typed into their tabs in other windows. */
function useBrought(
  databaseId: string,
  { tabs, queryOf }: ReturnType<typeof useQueryTabs>,
  show: (id: string, text: string) => void,
): void {
  const bring = useEffectEvent((id: string, draft: string | null) => {
    const tab = tabs.find((each) => each.id === id);
    if (tab) show(id, draft ?? queryOf(tab)?.text ?? "");
  });
  useEffect(() => queryTabsOf(databaseId).onBrought(bring), [databaseId]);
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

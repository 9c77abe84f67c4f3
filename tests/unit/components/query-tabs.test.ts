import { beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryTabs, type QueryTabs } from "@/components/dashboard/editor/query-tabs";
import { BrowserMemory } from "@/components/ui/browser-memory";
import type { SavedQuery } from "@/lib/sql/saved-queries/resource";

const kept = new Map<string, string>();
let isFull = false;

beforeEach(() => {
  kept.clear();
  isFull = false;
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => void kept.delete(name),
    setItem: (name: string, text: string) => {
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      kept.set(name, text);
    },
  });
});

/** As a window that has just been opened, or loaded anew, has them. */
const openWindow = () => createQueryTabs(new BrowserMemory("sql-editor:db_1:"));
const names = ({ getState }: QueryTabs) =>
  getState().tabs.map(({ name, isChanged }) => (isChanged ? `${name} *` : name));
const active = ({ getState }: QueryTabs) => getState().tabs.find(({ id }) => id === getState().activeId)?.name;
const query = (id: string, name: string, text = ""): SavedQuery => ({
  id,
  name,
  text,
  createdByEmail: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
});

describe("the tabs of the SQL editor", () => {
  it("begin with the text that was kept before there were tabs, and with drafts of saved queries", () => {
    kept.set("sql-editor:db_1:scratch", "select 1");
    kept.set("sql-editor:db_1:sqy_2", "select 2 changed");
    kept.set("sql-editor:db_1:open", "sqy_3");
    const tabs = openWindow();
    const queries = [query("sqy_1", "a"), query("sqy_2", "b", "select 2"), query("sqy_3", "c")];
    tabs.follow(queries);
    expect(names(tabs)).toEqual(["Query 1 *", "b *", "c"]);
    expect(active(tabs)).toBe("c");
    expect(tabs.getState().tabs.map(({ id }) => tabs.draft(id))).toEqual(["select 1", "select 2 changed", null]);
    const later = openWindow();
    later.follow(queries);
    expect(later.getState()).toEqual(tabs.getState());
  });

  it("are there again after the page was loaded anew, with their texts and the one that was shown", () => {
    const tabs = openWindow();
    tabs.note("scratch", "select 1", "");
    tabs.add();
    tabs.note(tabs.getState().activeId, "select 2", "");
    tabs.rename(tabs.getState().activeId, "monthly");
    tabs.openQuery(query("sqy_1", "saved"));
    tabs.note(tabs.getState().activeId, "as it is saved", "as it is saved");
    tabs.move(-1);
    const later = openWindow();
    expect(names(later)).toEqual(["Query 1 *", "monthly *", "saved"]);
    expect(active(later)).toBe("monthly");
    expect(later.draft(later.getState().activeId)).toBe("select 2");
  });

  it("hold a saved query once, and a new tab takes the first number that is free", () => {
    const tabs = openWindow();
    tabs.openQuery(query("sqy_1", "saved"));
    tabs.add();
    tabs.openQuery(query("sqy_1", "saved"));
    expect(names(tabs)).toEqual(["Query 1", "saved", "Query 2"]);
    expect(active(tabs)).toBe("saved");
    tabs.close("scratch");
    tabs.add();
    expect(names(tabs)).toEqual(["saved", "Query 2", "Query 1"]);
  });

  it("show a neighbour when one is closed, and an empty one in place of the last", () => {
    const tabs = openWindow();
    tabs.add();
    tabs.add();
    tabs.move(-1);
    expect(active(tabs)).toBe("Query 2");
    tabs.close(tabs.getState().activeId);
    expect(active(tabs)).toBe("Query 3");
    tabs.close(tabs.getState().activeId);
    expect(active(tabs)).toBe("Query 1");
    tabs.note("scratch", "select 1", "");
    tabs.close("scratch");
    expect(names(tabs)).toEqual(["Query 1"]);
    expect(tabs.draft(tabs.getState().activeId)).toBeNull();
    expect([...kept.values()].join()).not.toContain("select 1");
  });

  it("mark what is saved nowhere, and no longer once it is saved", () => {
    const tabs = openWindow();
    const told = vi.fn();
    tabs.subscribe(told);
    tabs.note("scratch", " \n", "");
    expect(names(tabs)).toEqual(["Query 1"]);
    tabs.note("scratch", "select 1", "");
    tabs.note("scratch", "select 12", "");
    expect(names(tabs)).toEqual(["Query 1 *"]);
    expect(told).toHaveBeenCalledTimes(1);
    tabs.save("scratch", query("sqy_1", "saved"));
    expect(tabs.getState()).toEqual({
      tabs: [{ id: "scratch", queryId: "sqy_1", name: "saved", isChanged: false }],
      activeId: "scratch",
      toRunId: null,
    });
    tabs.note("scratch", "", "select 12");
    expect(names(tabs)).toEqual(["saved *"]);
  });

  it("follow the names of saved queries; of those that are gone, what was typed stays", () => {
    const tabs = openWindow();
    for (const id of ["sqy_1", "sqy_2", "sqy_3"]) tabs.openQuery(query(id, id));
    tabs.note(tabs.getState().activeId, "typed", "saved");
    tabs.follow([query("sqy_1", "renamed")]);
    expect(names(tabs)).toEqual(["Query 1", "renamed", "sqy_3 *"]);
    expect(tabs.getState().tabs.at(-1)?.queryId).toBeNull();
    expect(tabs.draft(tabs.getState().activeId)).toBe("typed");
  });

  it("keep the values of parameters with the tab, then with the saved query", () => {
    const values = { ":id": "7", $1: null };
    const tabs = openWindow();
    tabs.parameters("scratch").write(values);
    expect(openWindow().parameters("scratch").read()).toEqual(values);
    tabs.save("scratch", query("sqy_1", "saved"));
    tabs.close("scratch");
    tabs.openQuery(query("sqy_1", "saved"));
    const { activeId } = tabs.getState();
    expect(tabs.parameters(activeId).read()).toEqual(values);
    tabs.note(activeId, "typed", "saved");
    tabs.follow([]);
    expect(tabs.parameters(activeId).read()).toEqual(values);
    tabs.close(activeId);
    expect([...kept.keys()].filter((name) => name.includes("parameters:"))).toEqual([]);
  });

  it("take a text from elsewhere in the place of an empty one, and the same text once", () => {
    const tabs = openWindow();
    tabs.openText("select 1");
    expect(names(tabs)).toEqual(["Query 1 *"]);
    tabs.openText("select 2");
    tabs.openText("select 1");
    expect(names(tabs)).toEqual(["Query 1 *", "Query 2 *"]);
    expect(active(tabs)).toBe("Query 1");
  });

  it("of two windows are kept together, and none takes a tab of the other out", () => {
    const [one, other] = [openWindow(), openWindow()];
    one.add();
    one.note(one.getState().activeId, "in one", "");
    other.openQuery(query("sqy_1", "saved"));
    other.close("scratch");
    const later = openWindow();
    expect(names(later)).toEqual(["saved", "Query 2 *"]);
    expect(later.getState().tabs.map(({ id }) => later.draft(id))).toContain("in one");
  });

  it("hold their texts as long as the page, when the browser keeps nothing", () => {
    isFull = true;
    const tabs = openWindow();
    tabs.note("scratch", "select 1", "");
    tabs.add();
    expect(names(tabs)).toEqual(["Query 1 *", "Query 2"]);
    expect(tabs.draft("scratch")).toBe("select 1");
  });

  it.each(["{", "[]", '[{"id":1}]', '"tabs"', '[{"id":"a","name":"n"}]'])("begin anew where %s was kept", (text) => {
    kept.set("sql-editor:db_1:tabs", text);
    expect(names(openWindow())).toEqual(["Query 1"]);
  });
});

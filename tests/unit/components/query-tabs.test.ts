import { beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryTabs, type QueryTabs } from "@/components/dashboard/editor/query-tabs";
import { BrowserMemory } from "@/components/ui/browser-memory";
import type { SavedQuery } from "@/lib/sql/saved-queries/resource";

const kept = new Map<string, string>();
let isFull = false;
/** Each window with the listener for the stores of others, and with its own memory. */
const windows = new Map<QueryTabs, { heard: EventTarget; own: Map<string, string> }>();
let writer: QueryTabs | null = null;
let isDeaf = false;

const storage = (texts: Map<string, string>, told: (key: string) => void) => ({
  getItem: (name: string) => texts.get(name) ?? null,
  removeItem: (name: string) => {
    if (texts.delete(name)) told(name);
  },
  setItem: (name: string, text: string) => {
    if (isFull) throw new DOMException("full", "QuotaExceededError");
    if (texts.get(name) === text) return;
    texts.set(name, text);
    told(name);
  },
});

/** As browsers do: all windows hear of a text but the storing one. */
function tellOthers(key: string): void {
  const from = writer;
  if (from === null || isDeaf) return;
  for (const [each, { heard }] of windows) {
    if (each !== from) by(each, () => heard.dispatchEvent(Object.assign(new Event("storage"), { key })));
  }
}

/** Does something in a window. */
function by(window: QueryTabs, act: () => void): void {
  const before = [writer, sessionStorage] as const;
  writer = window;
  vi.stubGlobal(
    "sessionStorage",
    storage(windows.get(window)?.own ?? new Map(), () => undefined),
  );
  act();
  writer = before[0];
  vi.stubGlobal("sessionStorage", before[1]);
}

beforeEach(() => {
  kept.clear();
  windows.clear();
  isFull = false;
  vi.stubGlobal("localStorage", storage(kept, tellOthers));
});

/** As a window that has just been opened, or loaded anew, has them. */
function openWindow(own = new Map<string, string>()): QueryTabs {
  const heard = new EventTarget();
  vi.stubGlobal("window", heard);
  vi.stubGlobal(
    "sessionStorage",
    storage(own, () => undefined),
  );
  const prefix = "sql-editor:db_1:";
  const made = createQueryTabs(new BrowserMemory(prefix), new BrowserMemory(prefix, "sessionStorage"));
  windows.set(made, { heard, own });
  return made;
}

function reloaded(window: QueryTabs): QueryTabs {
  const own = windows.get(window)?.own;
  windows.delete(window);
  return openWindow(own);
}

const type = (window: QueryTabs, id: string, text: string) => by(window, () => window.note(id, text, ""));
const texts = (window: QueryTabs) =>
  Object.fromEntries(window.getState().tabs.map(({ id, name }) => [name, window.draft(id)]));
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
    expect(later.getState().tabs.map(({ queryId, name }) => [queryId, name])).toEqual(
      tabs.getState().tabs.map(({ queryId, name }) => [queryId, name]),
    );
    expect(active(later)).toBe("c");
  });

  it("are there again after the page was loaded anew, with their texts and the shown one", () => {
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

  it("mark text that is saved nowhere, and no longer once it is saved", () => {
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
      tabs: [{ id: "scratch", keptAs: "scratch", queryId: "sqy_1", name: "saved", isChanged: false }],
      activeId: "scratch",
      toRunId: null,
    });
    tabs.note("scratch", "", "select 12");
    expect(names(tabs)).toEqual(["saved *"]);
  });

  it("follow the names of saved queries; of those that are gone, the typed text stays", () => {
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
    for (const [name, value] of Object.entries(values)) tabs.parameters("scratch").enter(name, value);
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

describe("the tabs of two windows", () => {
  it("DA-H1: share a text until both have typed; then each goes on in a tab of its own", () => {
    const [one, other] = [openWindow(), openWindow()];
    const brought = vi.fn();
    other.onBrought(brought);
    type(one, "scratch", "in one");
    expect(brought).toHaveBeenLastCalledWith("scratch", "in one");
    type(other, "scratch", "in the other");
    expect(texts(one)).toEqual({ "Query 1": "in the other", "Query 1 (2)": "in one" });
    expect(active(one)).toBe("Query 1 (2)");
    expect(one.getState().activeId).toBe("scratch");
    type(one, "scratch", "in one, and more");
    const otherAgain = reloaded(other);
    for (const each of [one, openWindow(), otherAgain])
      expect(texts(each)).toEqual({ "Query 1": "in the other", "Query 1 (2)": "in one, and more" });
    expect(active(reloaded(one))).toBe("Query 1 (2)");
    expect(active(otherAgain)).toBe("Query 1");
  });

  it("DA-H1: keep both texts when neither window heard the other in time", () => {
    const [one, other] = [openWindow(), openWindow()];
    isDeaf = true;
    type(one, "scratch", "in one");
    type(other, "scratch", "in the other");
    isDeaf = false;
    expect(texts(openWindow())).toEqual({ "Query 1": "in one", "Query 1 (2)": "in the other" });
  });

  it("DA-H1: go on in one tab where a window only adds to the text of the other", () => {
    const [one, other] = [openWindow(), openWindow()];
    type(one, "scratch", "select 1");
    type(other, "scratch", "select 1, 2");
    type(one, "scratch", "select 1, 2, 3");
    for (const each of [one, other]) expect(texts(each)).toEqual({ "Query 1": "select 1, 2, 3" });
  });

  it("DA-H1: show the additions of the other, and keep a text that the other closes or saves", () => {
    const [one, other] = [openWindow(), openWindow()];
    by(one, () => one.add());
    type(one, one.getState().activeId, "added");
    expect(texts(other)).toEqual({ "Query 1": null, "Query 2": "added" });
    by(other, () => other.openQuery(query("sqy_1", "saved")));
    type(other, other.getState().activeId, "typed in the other");
    const inOne = one.getState().tabs.find(({ queryId }) => queryId === "sqy_1")?.id ?? "";
    by(one, () => one.close(inOne));
    expect(kept.get("sql-editor:db_1:sqy_1")).toBe("typed in the other");
    expect(texts(reloaded(other))).toEqual({ "Query 1": null, "Query 2": "added", saved: "typed in the other" });
  });

  it("DA-H1: keep the values of parameters by their names", () => {
    const [one, other] = [openWindow(), openWindow()];
    by(one, () => one.parameters("scratch").enter(":id", "7"));
    by(other, () => other.parameters("scratch").enter(":name", "a"));
    expect(openWindow().parameters("scratch").read()).toEqual({ ":id": "7", ":name": "a" });
  });
});

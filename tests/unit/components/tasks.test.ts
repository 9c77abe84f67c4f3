import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  clearEnded,
  listenForEnds,
  startLongTask,
  startTask,
  type Task,
  tasks,
} from "@/components/dashboard/tasks/tasks";

const listed = () => tasks.getState().tasks;
let ended: [Task, string][] = [];

beforeEach(() => {
  vi.stubGlobal("location", { pathname: "/dashboard/org_1/one" });
  tasks.setState({ tasks: [] });
  ended = [];
  listenForEnds((task, startedOn) => void ended.push([task, startedOn]));
});

describe("the tasks of a browser tab", () => {
  it("are listed newest first, with how far they are", () => {
    const first = startTask({ title: "first" });
    startTask({ title: "second" });
    first.report(0.5, "5 MB of 10 MB");
    expect(listed().map(({ title, progress, detail }) => [title, progress, detail])).toEqual([
      ["second", null, null],
      ["first", 0.5, "5 MB of 10 MB"],
    ]);
  });

  it("end once, and tell the page on which they began", () => {
    const cancel = vi.fn();
    const task = startTask({ title: "import", cancel });
    listed()[0]?.cancel?.();
    expect(cancel).toHaveBeenCalledOnce();
    vi.stubGlobal("location", { pathname: "/dashboard/org_1/other" });
    task.done({ detail: "3 rows", followUps: [{ label: "Open", href: "/there" }] });
    task.failed({ detail: "too late" });
    task.report(0.1, "too late");
    expect(listed()[0]).toMatchObject({ status: "done", detail: "3 rows", cancel: null });
    expect(ended.map(([{ status }, startedOn]) => [status, startedOn])).toEqual([["done", "/dashboard/org_1/one"]]);
  });

  it("are listed after two seconds where short ones are not worth a line", () => {
    vi.useFakeTimers();
    try {
      const [short, long] = ["short", "long"].map((title) => startLongTask({ title }));
      vi.advanceTimersByTime(1_999);
      expect(listed()).toEqual([]);
      short?.done({ detail: null });
      vi.advanceTimersByTime(1);
      expect(listed().map(({ title, status }) => [title, status])).toEqual([["long", "running"]]);
      long?.failed({ detail: "division by zero" });
      expect(listed()[0]).toMatchObject({ title: "long", status: "failed", detail: "division by zero" });
    } finally {
      vi.useRealTimers();
    }
  });

  it("keep the ten that ended last, and those that run", () => {
    const running = startTask({ title: "running" });
    for (let n = 1; n <= 12; n += 1) startTask({ title: `task ${n}` }).done({ detail: null });
    expect(listed().map(({ title }) => title)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `task ${12 - index}`),
      "running",
    ]);
    clearEnded();
    expect(listed().map(({ title }) => title)).toEqual(["running"]);
    running.cancelled();
    expect(listed()[0]).toMatchObject({ title: "running", status: "cancelled" });
  });
});

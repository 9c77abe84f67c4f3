import { describe, expect, it, vi } from "vitest";
import { ServiceError } from "@/lib/core/errors";
import { bindTo } from "@/lib/web/bind-to";
import { pagesOf } from "@/lib/web/define-page";
import { titledBy } from "@/lib/web/titles";

const sent = {
  params: Promise.resolve({ projectId: "p_1", trialId: "t_1" }),
  searchParams: Promise.resolve({ before: "c_1" }),
};

describe("a page of a place", () => {
  it("gets the ids of its address, its query, and the things that the place has", async () => {
    const page = pagesOf(async ({ projectId }: { projectId: string }) => ({ home: `/projects/${projectId}` }));
    const shown = page<{ trialId: string }>(async ({ home, projectId, trialId, asked: { before } }) =>
      [home, projectId, trialId, before].join(" "),
    );
    expect(await shown(sent)).toBe("/projects/p_1 p_1 t_1 c_1");
  });

  it("isn't rendered for people whom the place refuses", async () => {
    const render = vi.fn(async () => "shown");
    const page = pagesOf(async (): Promise<object> => {
      throw new Error("not found");
    });
    await expect(page(render)(sent)).rejects.toThrow("not found");
    expect(render).not.toHaveBeenCalled();
  });

  it("is the not-found page where a verb doesn't find a thing, and fails with any other refusal", async () => {
    const page = pagesOf(async () => ({}));
    const refused = (code: "user_not_found" | "conflict") => async () => Promise.reject(new ServiceError(code, "No."));
    await expect(page(refused("user_not_found"))(sent)).rejects.toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
    await expect(pagesOf(refused("user_not_found"))(async () => "shown")(sent)).rejects.toThrow(
      "NEXT_HTTP_ERROR_FALLBACK;404",
    );
    await expect(page(refused("conflict"))(sent)).rejects.toThrow("No.");
  });

  it("is titled by the thing that it shows, and has the query where it enters", async () => {
    const page = pagesOf(async ({ trialId }: { trialId: string }, { before }) => ({ trial: `${trialId} ${before}` }));
    expect(await page.titled(({ trial }) => `Trial ${trial}`)(sent)).toEqual({ title: "Trial t_1 c_1" });
  });
});

describe("the title of a page by its address", () => {
  it.each([
    [{ table: "books" }, "Rows of books"],
    [{ table: "b".repeat(200) }, `Rows of ${"b".repeat(100)}`],
    [{ table: ["books", "authors"] }, "Rows of "],
    [{}, "Rows of "],
  ])("of %j is %s", async (searchParams, title) => {
    const metadata = titledBy("table", (name) => `Rows of ${name}`);
    expect(await metadata({ searchParams: Promise.resolve(searchParams) })).toEqual({ title });
  });
});

it("an action is bound to the ids of its place, and to further arguments", () => {
  const here = bindTo("org_1", "p_1");
  const action = (organisationId: string, projectId: string, ...others: string[]) =>
    [organisationId, projectId, ...others].join(" ");
  expect(here(action, "u_1")("now")).toBe("org_1 p_1 u_1 now");
  expect(here(action)()).toBe("org_1 p_1");
});

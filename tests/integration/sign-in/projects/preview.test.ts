import { beforeAll, describe, expect, it } from "vitest";
import { LOCALES } from "@/lib/core/locale";
import { previewHostedPage } from "@/lib/hosted-pages/preview/preview";
import { PREVIEWED_PAGES } from "@/lib/hosted-pages/preview/previewed-view";
import { createOrganisation, makeContext, type TestOrganisation } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

const ASKED = { page: "sign-in", locale: "en", theme: "system", brand: {}, nonce: "AAAAAAAAAAAAAAAAAAAAAA==" } as const;

let organisation: TestOrganisation;
let address: { organisationId: string; projectId: string };

beforeAll(async () => {
  organisation = await createOrganisation();
  const { id } = await insertProject(organisation);
  address = { organisationId: organisation.id, projectId: id };
});

const viewer = () => makeContext({ actor: organisation.member.viewer });

describe("a preview of a hosted page", () => {
  it.each(PREVIEWED_PAGES.flatMap((page) => LOCALES.map((locale) => ({ page, locale }))))(
    "HP-01: shows $page in $locale to a viewer without script, key or anything that can be pressed",
    async ({ page, locale }) => {
      const { html } = await previewHostedPage(await viewer(), { ...address, ...ASKED, page, locale });
      expect(html).toContain(`<html lang="${locale}"`);
      expect(html).toMatch(/<body[^>]* inert=""/);
      expect(html).toContain("<h1");
      expect(html).not.toMatch(/<script|hp_|\son\w+=/);
    },
  );

  it("HP-04: takes values that could be saved, escaped, and nothing else", async () => {
    const ctx = await viewer();
    const ask = (brand: Record<string, unknown>) => previewHostedPage(ctx, { ...address, ...ASKED, brand });
    const markup = "<script>1</script>";
    const { html, accent } = await ask({
      name: markup,
      accentColor: "#ffe600",
      texts: { en: { "signIn.title": markup } },
    });
    expect(html).not.toContain("<script");
    expect(html.match(/&lt;script&gt;1/g)?.length).toBeGreaterThanOrEqual(2);
    expect(accent.onAccent.text).toBe("black");
    for (const wrong of [
      { accentColor: "red}body{display:none" },
      { radius: 99 },
      { termsUrl: "javascript:1" },
      { x: 1 },
    ]) {
      await expect(ask(wrong)).rejects.toMatchObject({ code: "invalid_request" });
    }
  });

  it("has the visitor's theme only where the brand follows it", async () => {
    const ctx = await viewer();
    const dark = await previewHostedPage(ctx, { ...address, ...ASKED, theme: "dark" });
    expect(dark.html).toContain('data-theme="dark"');
    const brand = { appearance: "light" };
    const light = await previewHostedPage(ctx, { ...address, ...ASKED, theme: "dark", brand });
    expect(light.html).toContain('data-theme="light"');
  });

  it("knows no project of another organisation", async () => {
    const stranger = await createOrganisation();
    const ctx = await makeContext({ actor: stranger.member.owner });
    await expect(previewHostedPage(ctx, { ...address, ...ASKED })).rejects.toMatchObject({ code: "not_found" });
    const crossed = { ...address, organisationId: stranger.id };
    await expect(previewHostedPage(ctx, { ...crossed, ...ASKED })).rejects.toMatchObject({ code: "project_not_found" });
  });
});

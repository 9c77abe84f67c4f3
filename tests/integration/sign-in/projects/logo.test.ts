import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { getLogo } from "@/lib/sign-in/projects/get-logo";
import { setLogo } from "@/lib/sign-in/projects/set-logo";
import { showProject } from "@/lib/sign-in/projects/show";
import { createOrganisation, makeContext, type TestOrganisation } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

/** The smallest PNG: one transparent pixel. */
const PNG = new Uint8Array(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
);

let organisation: TestOrganisation;
let address: { organisationId: string; projectId: string };

async function as(role: "owner" | "viewer", of = organisation): Promise<Context> {
  return makeContext({ actor: of.member[role] });
}

beforeAll(async () => {
  organisation = await createOrganisation();
  const { id } = await insertProject(organisation);
  address = { organisationId: organisation.id, projectId: id };
});

describe("a project's logo", () => {
  it("is served as the picture it is, until it is taken away", async () => {
    const ctx = await as("owner");
    await setLogo(ctx, { ...address, content: PNG });
    const served = await getLogo(ctx, address);
    expect(served.headers.get("content-type")).toBe("image/png");
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(PNG);
    expect((await showProject(ctx, address)).settings.brand.logo).toMatch(/^[0-9a-f]{16}$/);
    await setLogo(ctx, { ...address, content: null });
    await expect(getLogo(ctx, address)).rejects.toMatchObject({ code: "not_found" });
    expect((await showProject(ctx, address)).settings.brand.logo).toBeNull();
    const actions = await ctx.db.auditEvent.findMany({
      where: { targetId: address.projectId },
      select: { action: true },
    });
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["project.set_logo", "project.remove_logo"]),
    );
  });

  it("HP-01: is a picture that holds no script, under any file name", async () => {
    const ctx = await as("owner");
    for (const text of ["<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "<script>", "GIF89a"]) {
      const content = new TextEncoder().encode(text);
      await expect(setLogo(ctx, { ...address, content })).rejects.toMatchObject({ code: "invalid_request" });
    }
    const large = new Uint8Array(256 * 1024 + 1);
    large.set(PNG);
    await expect(setLogo(ctx, { ...address, content: large })).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("is not for a viewer to set, and of another organisation there is no such project", async () => {
    await expect(setLogo(await as("viewer"), { ...address, content: PNG })).rejects.toMatchObject({
      code: "missing_permission",
    });
    const stranger = await createOrganisation();
    const theirs = { ...address, organisationId: stranger.id };
    await expect(setLogo(await as("owner", stranger), { ...theirs, content: PNG })).rejects.toMatchObject({
      code: "project_not_found",
    });
  });
});

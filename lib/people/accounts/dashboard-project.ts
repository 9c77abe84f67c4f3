import { requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withAdvisoryLock } from "@/lib/core/db/advisory-lock";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { SERVICE } from "@/lib/core/service";
import { changedPaths, changeSettings, readSettings, toStoredSettings } from "@/lib/sign-in/projects/stored-settings";

/** This marks the project whose users are the accounts of the dashboard; it belongs to no organisation. */
export const DASHBOARD = "dashboard";

interface EnsureInput {
  isSignUpOpen: boolean;
}

/** Makes the project of the dashboard's accounts or updates it; several processes may do so at once. */
export async function ensureDashboardProject(ctx: Context, { isSignUpOpen }: EnsureInput): Promise<string> {
  requireOperator(ctx);
  return withAdvisoryLock(ctx, "coppice/dashboard-project", async (tx) => {
    const found = await tx.db.project.findUnique({
      where: { builtInAs: DASHBOARD },
      select: { id: true, name: true, settings: true },
    });
    const before = readSettings(found?.settings ?? {});
    // Invitations are bound to an address, so an address counts only once it is proven.
    const after = changeSettings(before, { requireVerifiedEmail: true, methods: { signUp: isSignUpOpen } });
    const changed = changedPaths(before, after);
    const values = { name: SERVICE.name, settings: toStoredSettings(after) };
    if (found && found.name === values.name && changed.length === 0) return found.id;
    const { id } = found
      ? await tx.db.project.update({ where: { id: found.id }, data: values, select: { id: true } })
      : await tx.db.project.create({
          data: {
            ...values,
            id: createId("project", tx.random),
            builtInAs: DASHBOARD,
            tier: "team",
            createdAt: tx.clock.now(),
          },
          select: { id: true },
        });
    const action = found ? "project.update_settings" : "project.create";
    await recordAudit(tx, { organisationId: null, action, targetId: id, data: { changed } });
    return id;
  });
}

/** Every start of the service ensures this project, so a missing one is an error. */
export async function getDashboardProjectId(ctx: Context): Promise<string> {
  const row = await ctx.db.project.findUnique({ where: { builtInAs: DASHBOARD }, select: { id: true } });
  if (!row) throw new Error("the project of the dashboard's accounts is missing");
  return row.id;
}

/** Returns whether this is the project of the dashboard's accounts. */
export async function isDashboardProject(ctx: Context, id: string): Promise<boolean> {
  return (await ctx.db.project.count({ where: { id, builtInAs: DASHBOARD } })) > 0;
}

/** Throws `feature_disabled` where only the operator makes accounts and organisations. */
export async function requireOpenSignUp(ctx: Context): Promise<void> {
  if (await isSignUpOpen(ctx)) return;
  throw new ServiceError("feature_disabled", "Only the operator can create organisations here.");
}

export async function isSignUpOpen(ctx: Context): Promise<boolean> {
  const row = await ctx.db.project.findUnique({ where: { builtInAs: DASHBOARD }, select: { settings: true } });
  return readSettings(row?.settings ?? {}).methods.signUp;
}

"use server";

import { redirect } from "next/navigation";
import { signOutMember } from "@/lib/members/sign-out";
import { findCurrentMember } from "@/lib/web/current-member";
import { dashboardSession } from "@/lib/web/dashboard-session";

export async function signOut(): Promise<void> {
  const current = await findCurrentMember();
  if (current) await signOutMember(current.ctx, {});
  const session = await dashboardSession();
  session.destroy();
  redirect("/dashboard/sign-in");
}

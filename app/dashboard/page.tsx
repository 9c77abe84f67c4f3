import type { Route } from "next";
import { redirect } from "next/navigation";
import { requireAccount } from "@/lib/web/current-member";

/** Leads to the organisation of the oldest membership, and an account without one to its invitations. */
export default async function DashboardPage() {
  const { account } = await requireAccount();
  const [first] = account.memberships;
  redirect((first ? `/dashboard/${first.organisationId}` : "/dashboard/invitations") as Route);
}

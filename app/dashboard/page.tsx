import type { Route } from "next";
import { redirect } from "next/navigation";
import { requireAccount } from "@/lib/web/current-member";

/** The oldest membership; who has none is led to what they are invited to. */
export default async function DashboardPage() {
  const { account } = await requireAccount();
  const [first] = account.memberships;
  redirect((first ? `/dashboard/${first.organisationId}` : "/dashboard/invitations") as Route);
}

import type { Metadata } from "next";
import { LivePage } from "@/components/dashboard/databases/live-page";
import { CreateWebhook, WebhookCreation } from "@/components/dashboard/projects/webhooks/create-webhook";
import { WebhookTable } from "@/components/dashboard/projects/webhooks/webhook-table";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { listWebhooks } from "@/lib/sign-in/webhooks/list";
import { requireProjectPage } from "@/lib/web/current-project";
import { orNotFound } from "@/lib/web/or-not-found";
import { createWebhook } from "./actions";
import { webhookChanges } from "./changes";
import { WEBHOOK } from "./forms";

export const metadata: Metadata = { title: "Webhooks" };

/** A new event is watched this closely; one that is tried again later is not. */
const WATCHED_MS = 30_000;

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/webhooks">;

export default async function WebhooksPage({ params }: Props) {
  const { organisationId, projectId } = await params;
  const { ctx, member, project } = await requireProjectPage(organisationId, projectId);
  const { items } = await orNotFound(() => listWebhooks(ctx, { organisationId, projectId }));
  const mayWrite = project.status === "active" && hasPermission(member.role, "projects:write");
  const home = `/dashboard/${organisationId}/projects/${projectId}/webhooks`;
  const list =
    items.length > 0 ? (
      <WebhookTable
        home={home}
        webhooks={items}
        changes={mayWrite ? webhookChanges(organisationId, projectId) : null}
      />
    ) : (
      <EmptyState
        title="No webhooks yet"
        text="A webhook tells a server of yours when a user signs up, signs in, changes or is deleted."
        example={<code>{`{ "type": "user.created", "data": { "id": "usr_…", "email": "ada@example.com" } }`}</code>}
      >
        {mayWrite ? <CreateWebhook /> : "Developers, admins and owners can create webhooks."}
      </EmptyState>
    );
  const isWaiting = items.some(({ lastDelivery: last }) => {
    return last?.status === "pending" && Date.parse(last.createdAt) > ctx.clock.now().getTime() - WATCHED_MS;
  });
  if (!mayWrite) {
    return (
      <>
        <PageHeading title="Webhooks" />
        {list}
        <LivePage isChanging={isWaiting} />
      </>
    );
  }
  return (
    <WebhookCreation form={WEBHOOK.form} create={createWebhook.bind(null, organisationId, projectId)}>
      <PageHeading title="Webhooks">{items.length > 0 && <CreateWebhook />}</PageHeading>
      {list}
      <LivePage isChanging={isWaiting} />
    </WebhookCreation>
  );
}

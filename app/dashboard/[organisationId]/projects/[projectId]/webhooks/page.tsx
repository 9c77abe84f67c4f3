import { LivePage } from "@/components/dashboard/databases/live-page";
import { CreateWebhook, WebhookCreation } from "@/components/dashboard/projects/webhooks/create-webhook";
import { WebhookTable } from "@/components/dashboard/projects/webhooks/webhook-table";
import { ListPage } from "@/components/ui/lists/list-page";
import { listWebhooks } from "@/lib/sign-in/webhooks/list";
import { projectPage } from "@/lib/web/current-project";
import { createWebhook } from "./actions";
import { webhookChanges } from "./changes";
import { WEBHOOK } from "./forms";

export const metadata = { title: "Webhooks" };

/** A new event is watched this closely; one that is tried again later is not. */
const WATCHED_MS = 30_000;

export default projectPage(async ({ organisationId, projectId, ctx, may, here, home }) => {
  const { items } = await listWebhooks(ctx, { organisationId, projectId });
  const mayWrite = may("projects:write");
  const address = `${home}/webhooks`;
  const create = mayWrite && <CreateWebhook />;
  const isWaiting = items.some(({ lastDelivery: last }) => {
    return last?.status === "pending" && Date.parse(last.createdAt) > ctx.clock.now().getTime() - WATCHED_MS;
  });
  const page = (
    <>
      <ListPage
        heading={{ title: "Webhooks" }}
        create={create}
        isEmpty={items.length === 0}
        empty={{
          title: "No webhooks yet",
          text: "A webhook tells a server of yours when a user signs up, signs in, changes or is deleted.",
          example: <code>{`{ "type": "user.created", "data": { "id": "usr_…", "email": "ada@example.com" } }`}</code>,
        }}
        next={create || "Developers, admins and owners can create webhooks."}
      >
        <WebhookTable home={address} webhooks={items} changes={mayWrite ? webhookChanges(here) : null} />
      </ListPage>
      <LivePage isChanging={isWaiting} />
    </>
  );
  if (!mayWrite) return page;
  return (
    <WebhookCreation form={WEBHOOK.form} create={here(createWebhook)}>
      {page}
    </WebhookCreation>
  );
});

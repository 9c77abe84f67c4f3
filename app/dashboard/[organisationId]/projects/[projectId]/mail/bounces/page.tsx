import { BouncingTable } from "@/components/dashboard/projects/sender/bouncing-table";
import { LinkButton } from "@/components/ui/link";
import { ListPage } from "@/components/ui/lists/list-page";
import { OlderLink } from "@/components/ui/lists/older-link";
import { PageHeading } from "@/components/ui/page-heading";
import { listBouncingAddresses } from "@/lib/sign-in/mail/bounces/list";
import { projectPage } from "@/lib/web/current-project";
import { liftBounce } from "./actions";

export const metadata = { title: "Bounces" };

export default projectPage(async ({ organisationId, projectId, ctx, may, here, home, asked: { after: asked } }) => {
  const after = typeof asked === "string" ? asked.slice(0, 254) : undefined;
  const { items, nextAfter } = await listBouncingAddresses(ctx, { organisationId, projectId, after });
  const address = `${home}/mail`;
  return (
    <>
      <ListPage
        heading={() => (
          <PageHeading
            title="Bounces"
            text="These addresses don't exist, as their mail servers say, so no more emails are sent to them."
          >
            <LinkButton href={`${address}/domain`} variant="default">
              Sender domain
            </LinkButton>
          </PageHeading>
        )}
        isEmpty={items.length === 0}
        empty={{
          title: "No bounces",
          text: "An address that its mail server refuses for good is listed here, with the reason.",
        }}
      >
        <BouncingTable addresses={items} lift={may("users:write") ? here(liftBounce) : null} />
      </ListPage>
      <OlderLink address={`${address}/bounces`} query={{}} cursor={nextAfter} parameter="after" label="More" />
    </>
  );
});

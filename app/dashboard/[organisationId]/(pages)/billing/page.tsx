import { Button } from "@mantine/core";
import { SubscriptionTable } from "@/components/dashboard/billing/subscription-table";
import classes from "@/components/dashboard/usage/usage.module.css";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkAnchor } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { planName } from "@/lib/core/plan-table";
import { readKept } from "@/lib/hosting/kept-bytes/read";
import { listStorage } from "@/lib/hosting/usage/list-storage";
import { showOrganisation } from "@/lib/people/organisations/show";
import { showBilling } from "@/lib/services/billing/show";
import { memberPage } from "@/lib/web/current-member";
import { excessesOf } from "../usage/rows";

export const metadata = { title: "Billing" };

export default memberPage(async ({ organisationId, ctx, home }) => {
  const [organisation, billing, kept, storage] = await Promise.all([
    showOrganisation(ctx, { organisationId }),
    showBilling(ctx, { organisationId }),
    readKept(ctx, organisationId),
    listStorage(ctx, { organisationId }),
  ]);
  const { isConfigured, portalUrl, subscriptions } = billing;
  const excesses = excessesOf({ organisation, kept, storage });
  return (
    <>
      <PageHeading title="Billing" text={`${planName(organisation.plan)} plan`}>
        {portalUrl && (
          <Button component="a" href={portalUrl} rel="noreferrer">
            Manage subscription
          </Button>
        )}
      </PageHeading>
      <div className={classes.page}>
        {subscriptions.length > 0 ? (
          <SubscriptionTable home={home} subscriptions={subscriptions} />
        ) : isConfigured ? (
          <EmptyState title="No subscription yet" text="A subscription sets the plan within seconds of its payment." />
        ) : (
          <EmptyState title="The operator sets the plan" text="No payments are set up on this installation." />
        )}
        <section aria-labelledby="above">
          <h2 id="above" className="section-heading">
            Over the limits
          </h2>
          {excesses.length > 0 ? (
            <ul className={classes.warnings}>
              {excesses.map((excess) => (
                <li key={excess}>{excess}</li>
              ))}
            </ul>
          ) : (
            <p className={classes.more}>Everything fits the {planName(organisation.plan)} plan.</p>
          )}
          <p className={classes.more}>
            A lower plan deletes nothing. Where you are over a limit, you can read and delete, but not add.{" "}
            {isConfigured && "If a payment fails, the plan stays for seven days. "}
            <LinkAnchor inherit underline="always" href={`${home}/usage#plans`}>
              Compare plans
            </LinkAnchor>
          </p>
        </section>
      </div>
    </>
  );
});

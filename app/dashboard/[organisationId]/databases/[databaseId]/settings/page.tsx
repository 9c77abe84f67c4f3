import { Text } from "@mantine/core";
import { ConfirmByTyping } from "@/components/ui/confirm-by-typing";
import { Consequences } from "@/components/ui/consequences";
import { CopyField } from "@/components/ui/copy-field";
import { Facts } from "@/components/ui/facts";
import { LinkAnchor, LinkButton } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import { listRestorePoints } from "@/lib/hosting/restore-points/list";
import { databasePage } from "@/lib/web/current-database";
import { deleteDatabase } from "../../../database-actions";

export const metadata = { title: "Database settings" };

export default databasePage(async ({ organisationId, databaseId, ctx, database, can, here }) => {
  const { schedule, nextAt } = await listRestorePoints(ctx, { databaseId });
  const { name, status, hostKind, createdAt, parent, parentName } = database;
  const home = `/dashboard/${organisationId}/databases`;
  const branchOf = parent ? (
    <LinkAnchor href={`${home}/${parent.id}`} inherit>
      {parent.name}
    </LinkAnchor>
  ) : (
    `${parentName} (deleted)`
  );
  return (
    <>
      <PageHeading title="Settings" />
      <SettingsSections>
        <SettingsSection title="Database" text="The name can't be changed.">
          <Facts
            facts={[
              ["Name", name],
              ["Created", <Moment key="created" at={createdAt} form="exact" />],
              ["Host", hostKind === "shared" ? "Shared" : "Dedicated"],
              ...(parentName === null ? [] : [["Branch of", branchOf] as const]),
            ]}
          />
        </SettingsSection>
        <SettingsSection title="Database ID" text="The management API and the command line know the database by it.">
          <CopyField label="ID of the database" text={databaseId} />
        </SettingsSection>
        <SettingsSection title="Restore points" text="Copies to go back to, created automatically.">
          <Text size="sm" mb="sm">
            {SCHEDULES[schedule]}
            {nextAt && (
              <>
                {" "}
                The next one is due <Moment at={nextAt} />.
              </>
            )}
          </Text>
          <LinkButton href={`${home}/${databaseId}/restore-points`} variant="default">
            {can("databases:write") ? "Change the schedule" : "Restore points"}
          </LinkButton>
        </SettingsSection>
        <SettingsSection title="Danger zone">
          {whyNotDeleted(status, can("databases:write")) ?? (
            <ConfirmByTyping title="Delete database" name={name} action={here(deleteDatabase)}>
              <Consequences
                goes="All data, restore points, history and saved queries of this database. Its connections are closed."
                stays="Its branches, as databases of their own, and the audit log."
                undo={
                  ctx.deletedDatabaseDays === 0
                    ? "Can't be undone."
                    : `Can be restored for ${ctx.deletedDatabaseDays} days from the list of databases, if the plan keeps that much.`
                }
              />
            </ConfirmByTyping>
          )}
        </SettingsSection>
      </SettingsSections>
    </>
  );
});

const SCHEDULES = {
  off: "No restore points are created on a schedule.",
  hourly: "One every hour.",
  daily: "One every day.",
  weekly: "One every week.",
} as const;

function whyNotDeleted(status: string, mayWrite: boolean) {
  if (mayWrite && status !== "provisioning") return null;
  return (
    <Text size="sm" c="dimmed">
      {mayWrite
        ? "The database can be deleted once it has been created."
        : "Your role can't delete databases. Ask a developer, admin or owner."}
    </Text>
  );
}

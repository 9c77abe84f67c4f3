import { Button, Group, Text } from "@mantine/core";
import { notFound } from "next/navigation";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import { getDashboardProjectId } from "@/lib/people/accounts/dashboard-project";
import { membershipIn, startAddress } from "@/lib/people/accounts/enter-organisation";
import { requireAccount } from "@/lib/web/current-member";

export const metadata = { title: "Single sign-on" };

/** The page of a member who signed in by another method than the organisation requires. */
export default async function SingleSignOnPage({ searchParams }: PageProps<"/dashboard/single-sign-on">) {
  const { organisation } = await searchParams;
  const { account, ctx } = await requireAccount();
  const member = typeof organisation === "string" ? membershipIn(account, organisation) : null;
  if (member === null || member.requiredConnection === null) notFound();
  const { requiredConnection: connection, organisationName: name } = member;
  const projectId = await getDashboardProjectId(ctx);
  return (
    <>
      <PageHeading title={`${name} requires single sign-on`} />
      <SettingsSections>
        <SettingsSection title={connection.name}>
          <Text size="sm">
            Sign in with {connection.name} to open {name}. For your other organisations, sign in the way you did just
            now.
          </Text>
          <Group mt="sm">
            <Button component="a" href={startAddress({ projectId, connection, email: account.email })}>
              Continue with {connection.name}
            </Button>
          </Group>
        </SettingsSection>
      </SettingsSections>
    </>
  );
}

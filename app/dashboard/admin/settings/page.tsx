import { BackupFacts } from "@/components/dashboard/administration/settings/backup-facts";
import { ChangeSettings } from "@/components/dashboard/administration/settings/change-settings";
import { InstallationFacts } from "@/components/dashboard/administration/settings/installation-facts";
import { PlanLimits } from "@/components/dashboard/administration/settings/plan-limits";
import { SettingValue } from "@/components/dashboard/administration/settings/setting-value";
import classes from "@/components/dashboard/administration/settings/settings.module.css";
import { TestMail } from "@/components/dashboard/administration/settings/test-mail";
import { Facts } from "@/components/ui/facts";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import { planName } from "@/lib/core/plan-table";
import { PLAN_NAMES } from "@/lib/core/plans";
import { getInstallationBackups } from "@/lib/hosting/status/get-installation-backups";
import { listInstallation } from "@/lib/hosting/status/list-installation";
import { listOperatorSettings } from "@/lib/people/operator-settings/list";
import type { OperatorSettingGroup } from "@/lib/people/operator-settings/resource";
import { operatorPage } from "@/lib/web/current-operator";
import { formOfGroup } from "@/lib/web/operator-setting-forms";
import { comparePlanLimits, formOfPlan } from "@/lib/web/plan-forms";
import { changePlanLimits, changeSettings, testMail, unsetSetting } from "./actions";

export const metadata = { title: "Settings of the installation" };

export default operatorPage(async ({ ctx, account }) => {
  const [groups, backups, facts] = await Promise.all([
    listOperatorSettings(ctx),
    getInstallationBackups(ctx),
    listInstallation(ctx),
  ]);
  return (
    <>
      <PageHeading
        title="Settings"
        text="Of the installation. Changes are in force in every process within seconds. A variable wins over a value that is stored here."
      />
      <SettingsSections>
        {groups.map((group) => (
          <Group key={group.id} group={group} email={account.email} />
        ))}
        <SettingsSection title="Backups" anchor="backups" text="How far a loss of this machine would reach now.">
          <BackupFacts backups={backups} />
        </SettingsSection>
        <SettingsSection title="Fixed at the start" text="Set by variables alone. A change takes a restart.">
          <InstallationFacts facts={facts} />
        </SettingsSection>
      </SettingsSections>
    </>
  );
});

function Plans({ isFixed }: { isFixed: boolean }) {
  return (
    <>
      <PlanLimits plans={PLAN_NAMES.map(planName)} rows={comparePlanLimits()} />
      {!isFixed && (
        <div className={classes.buttons}>
          {PLAN_NAMES.map((plan) => (
            <ChangeSettings
              key={plan}
              label={`Change ${planName(plan)}`}
              form={formOfPlan(plan, planName(plan))}
              action={changePlanLimits.bind(null, plan)}
            />
          ))}
        </div>
      )}
    </>
  );
}

function Group({ group, email }: { group: OperatorSettingGroup; email: string }) {
  const form = group.id === "plans" ? null : formOfGroup(group);
  const rows = group.settings.map(
    (setting) =>
      [
        setting.label,
        <SettingValue key={setting.name} setting={setting} unset={unsetSetting.bind(null, setting.name)} />,
      ] as const,
  );
  return (
    <SettingsSection title={group.title} text={group.text} anchor={group.id}>
      <Facts facts={rows} />
      {form && (
        <div className={classes.actions}>
          <ChangeSettings form={form} action={changeSettings} />
        </div>
      )}
      {group.id === "plans" && <Plans isFixed={group.settings.some(({ source }) => source === "variable")} />}
      {group.id === "mail" && (
        <div className={classes.actions}>
          <TestMail to={email} action={testMail} />
        </div>
      )}
    </SettingsSection>
  );
}

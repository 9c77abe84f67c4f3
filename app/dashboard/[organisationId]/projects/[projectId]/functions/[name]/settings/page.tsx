import { Stack } from "@mantine/core";
import { VariableList } from "@/components/dashboard/functions/variables/variable-list";
import { ACCESS_WORDS } from "@/components/dashboard/functions/words";
import { ConfirmByTyping } from "@/components/ui/confirm-by-typing";
import { CopyField } from "@/components/ui/copy-field";
import { Facts } from "@/components/ui/facts";
import { filledForm } from "@/components/ui/forms/filled-form";
import { InlineForm } from "@/components/ui/forms/inline-form";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import { byteText } from "@/lib/core/byte-text";
import { listVariables } from "@/lib/services/functions/variables/list";
import { deleteFunctionVariable, removeFunction, setAccess, setEgress, setFunctionVariable } from "../../actions";
import { ACCESS, EGRESS, VARIABLE } from "../../forms";
import { functionPage, functionTitle } from "../function-page";

export const generateMetadata = functionTitle("Settings of ");

export default functionPage("/settings", async ({ name, ctx, at, shown, mayWrite, here, heading }) => {
  const { access, webAddress, url, egress, env, limits } = shown;
  return (
    <>
      {heading()}
      <SettingsSections>
        <SettingsSection title="Access" text="Who may call the function, over the API and at its web address.">
          <Stack gap="md">
            {mayWrite ? (
              <InlineForm key={shown.updatedAt} form={filledForm(ACCESS.form, shown)} action={here(setAccess, name)} />
            ) : (
              <Facts
                facts={[
                  ["Who may call", ACCESS_WORDS[access]],
                  ["Web address", webAddress ? "On" : "Off"],
                ]}
              />
            )}
            {webAddress && <CopyField label="Web address" text={url} />}
          </Stack>
        </SettingsSection>
        <SettingsSection title="Network" text="The addresses that the function may reach besides its database.">
          {mayWrite ? (
            <InlineForm
              form={filledForm(EGRESS.form, egressFields(egress))}
              action={here(setEgress, name)}
              isSecondary
            />
          ) : (
            <Facts facts={[["May reach", egressWords(egress)]]} />
          )}
        </SettingsSection>
        <SettingsSection
          title="Variables"
          text="Environment variables of the version that answers. Changes apply from the next call, and carry over to later versions."
        >
          {mayWrite ? (
            <VariableList
              form={VARIABLE.form}
              variables={await listVariables(ctx, at)}
              set={shown.activeVersion === null ? null : here(setFunctionVariable, name)}
              remove={here(deleteFunctionVariable, name)}
            />
          ) : env.length > 0 ? (
            <Facts facts={env.map((one) => [one, "Set"] as const)} />
          ) : (
            "No variables."
          )}
        </SettingsSection>
        <SettingsSection title="Limits" text="The plan's limits for each call.">
          <Facts
            facts={[
              ["Time", `${limits.wallSeconds} s`],
              ["Memory", byteText(limits.memoryBytes)],
              ["Calls at once", String(limits.atOnce)],
            ]}
          />
        </SettingsSection>
        {mayWrite && (
          <SettingsSection title="Delete" text="This can't be undone.">
            <ConfirmByTyping title="Delete function" name={name} action={here(removeFunction, name)}>
              Its versions, schedules and logs go with it, and calls of it are refused at once. Secrets stay: they
              belong to the project.
            </ConfirmByTyping>
          </SettingsSection>
        )}
      </SettingsSections>
    </>
  );
});

const egressFields = (egress: string | readonly string[]) =>
  typeof egress === "string" ? { mode: egress } : { mode: "list", hosts: egress };

function egressWords(egress: string | readonly string[]): string {
  if (typeof egress !== "string") return egress.join(", ");
  return egress === "none" ? "Nothing" : "The public internet";
}

import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { FunctionHeading } from "@/components/dashboard/functions/function-heading";
import { FunctionsOff } from "@/components/dashboard/functions/functions-off";
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
import { requireFunctionPage } from "@/lib/web/current-function";
import { deleteFunctionVariable, removeFunction, setAccess, setEgress, setFunctionVariable } from "../../actions";
import { ACCESS, EGRESS, VARIABLE } from "../../forms";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await params;
  return { title: `Settings of ${name}` };
}

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/functions/[name]/settings">;

export default async function FunctionSettingsPage({ params }: Props) {
  const { organisationId, projectId, name } = await params;
  const { ctx, at, shown, mayWrite, isWriter, list, home } = await requireFunctionPage({
    organisationId,
    projectId,
    name,
  });
  if (!shown) return <FunctionsOff organisationId={organisationId} />;
  const here = [organisationId, projectId, name] as const;
  const { access, webAddress, url, egress, env, limits } = shown;
  return (
    <>
      <FunctionHeading name={name} list={list} home={home} isWriter={isWriter} current="/settings" />
      <SettingsSections>
        <SettingsSection title="Access" text="Who may call the function, over the API and at its web address.">
          <Stack gap="md">
            {mayWrite ? (
              <InlineForm
                key={shown.updatedAt}
                form={filledForm(ACCESS.form, shown)}
                action={setAccess.bind(null, ...here)}
              />
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
              action={setEgress.bind(null, ...here)}
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
              set={shown.activeVersion === null ? null : setFunctionVariable.bind(null, ...here)}
              remove={deleteFunctionVariable.bind(null, ...here)}
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
            <ConfirmByTyping title="Delete function" name={name} action={removeFunction.bind(null, ...here)}>
              Its versions, schedules and logs go with it, and calls of it are refused at once. Secrets stay: they
              belong to the project.
            </ConfirmByTyping>
          </SettingsSection>
        )}
      </SettingsSections>
    </>
  );
}

const egressFields = (egress: string | readonly string[]) =>
  typeof egress === "string" ? { mode: egress } : { mode: "list", hosts: egress };

function egressWords(egress: string | readonly string[]): string {
  if (typeof egress !== "string") return egress.join(", ");
  return egress === "none" ? "Nothing" : "The public internet";
}

"use client";

import { Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { useId } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { KeepFocus } from "@/components/ui/keep-focus";
import { PageLink } from "@/components/ui/page-link";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";
import { useOutcome } from "@/components/ui/use-outcome";
import type { ScimRoles } from "@/lib/sign-in/scim/roles/resource";
import type { ConnectionChanges } from "./changes";
import classes from "./sso.module.css";

const ROLES = [
  { value: "member", label: "Member" },
  { value: "admin", label: "Admin" },
];

/** An organisation of the project's users. */
export interface KnownOrganisation {
  id: string;
  name: string;
  slug: string;
}

type RoleChanges = Pick<ConnectionChanges, "setOrganisation" | "addRole" | "removeRole">;

interface Props {
  roles: ScimRoles;
  /** The organisation whose roles the groups decide; `null` for none. */
  organisation: KnownOrganisation | null;
  /** The newest ones, to choose from. */
  organisations: readonly KnownOrganisation[];
  /** The address of the project's page of organisations. */
  organisationsPage: string;
  /** `null` for a member who may not. */
  changes: RoleChanges | null;
}

/** Which groups of the directory have which role in an organisation of the project's users. */
export function GroupRoles({ roles: { roles, groups }, organisation, changes, ...choice }: Props) {
  return (
    <KeepFocus label="Groups and roles">
      {organisation ? (
        <Text size="sm" mb="sm">
          Groups decide roles in{" "}
          <PageLink href={`${choice.organisationsPage}/${organisation.id}`}>{organisation.name}</PageLink>.
        </Text>
      ) : (
        <Text size="sm" mb="sm">
          Groups have no effect until they belong to an organisation.
        </Text>
      )}
      {changes && <OrganisationForm {...choice} organisation={organisation} set={changes.setOrganisation} />}
      <ul className={classes.domains} aria-label="Groups and roles">
        {roles.map(({ group, role }) => (
          <GroupRole key={group} group={group} role={role} isKnown={isAmong(groups, group)} changes={changes} />
        ))}
      </ul>
      {changes && (organisation || roles.length > 0) && <RoleForm groups={groups} add={changes.addRole} />}
    </KeepFocus>
  );
}

const isAmong = (groups: readonly string[], group: string) =>
  groups.some((each) => each.toLowerCase() === group.toLowerCase());

type FormProps = Pick<Props, "organisation" | "organisations" | "organisationsPage"> & {
  set: RoleChanges["setOrganisation"];
};

function OrganisationForm({ organisation, organisations, organisationsPage, set }: FormProps) {
  const list = useId();
  if (organisations.length === 0 && organisation === null) {
    return (
      <Text size="sm" mb="sm">
        Your users have no organisation yet. <PageLink href={organisationsPage}>Create one</PageLink> first.
      </Text>
    );
  }
  return (
    <ActionForm action={set} label="Organisation">
      <Group align="flex-end" gap="xs" mb="sm">
        <TextInput
          // The saved value is the field's new start.
          key={organisation?.slug}
          name="organization"
          label="Organisation"
          description="Its slug or ID. Leave it empty for none."
          defaultValue={organisation?.slug ?? ""}
          list={list}
          maxLength={128}
          autoComplete="off"
          spellCheck={false}
        />
        <datalist id={list}>
          {organisations.map(({ id, slug, name }) => (
            <option key={id} value={slug}>
              {name}
            </option>
          ))}
        </datalist>
        <SubmitButton variant="default">Save organisation</SubmitButton>
      </Group>
    </ActionForm>
  );
}

type RoleProps = ScimRoles["roles"][number] & { isKnown: boolean; changes: RoleChanges | null };

function GroupRole({ group, role, isKnown, changes }: RoleProps) {
  const { run, isWorking } = useOutcome();
  return (
    <li className={classes.role} aria-label={group}>
      <span className={classes.group}>{group}</span>
      <span>{ROLES.find(({ value }) => value === role)?.label}</span>
      {!isKnown && <span className={classes.meta}>no such group yet</span>}
      {changes && (
        <ScriptButton
          size="xs"
          variant="default"
          loading={isWorking}
          aria-label={`Remove: ${group}`}
          onClick={() => run(() => changes.removeRole(group), `${group} removed`)}
        >
          Remove
        </ScriptButton>
      )}
    </li>
  );
}

function RoleForm({ groups, add }: { groups: readonly string[]; add: RoleChanges["addRole"] }) {
  const list = useId();
  return (
    <ActionForm action={add} label="Add group">
      <Group align="flex-end" gap="xs">
        <TextInput
          name="group"
          label="Group"
          placeholder="App admins"
          list={list}
          required
          maxLength={256}
          autoComplete="off"
          spellCheck={false}
        />
        <datalist id={list}>
          {groups.map((group) => (
            <option key={group} value={group} />
          ))}
        </datalist>
        <NativeSelect name="role" label="Role" data={ROLES} />
        <SubmitButton variant="default">Add group</SubmitButton>
      </Group>
    </ActionForm>
  );
}

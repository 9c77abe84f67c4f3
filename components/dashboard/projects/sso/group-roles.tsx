"use client";

import { NativeSelect, Text } from "@mantine/core";
import { ActionButton } from "@/components/ui/action-button";
import { filledForm, withField } from "@/components/ui/forms/filled-form";
import { LineForm } from "@/components/ui/forms/line-form";
import { KeepFocus } from "@/components/ui/keep-focus";
import { PageLink } from "@/components/ui/page-link";
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

type RoleChanges = Pick<
  ConnectionChanges,
  "organisationForm" | "setOrganisation" | "groupForm" | "addRole" | "removeRole"
>;

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
      {changes && <OrganisationForm {...choice} organisation={organisation} changes={changes} />}
      <ul className={classes.domains} aria-label="Groups and roles">
        {roles.map(({ group, role }) => (
          <GroupRole key={group} group={group} role={role} isKnown={isAmong(groups, group)} changes={changes} />
        ))}
      </ul>
      {changes && (organisation || roles.length > 0) && (
        <LineForm
          form={withField(changes.groupForm, "group", {
            suggestions: groups.map((group) => ({ value: group, label: "" })),
          })}
          action={changes.addRole}
          isSecondary
        >
          <NativeSelect name="role" label="Role" data={ROLES} />
        </LineForm>
      )}
    </KeepFocus>
  );
}

const isAmong = (groups: readonly string[], group: string) =>
  groups.some((each) => each.toLowerCase() === group.toLowerCase());

type FormProps = Pick<Props, "organisation" | "organisations" | "organisationsPage"> & { changes: RoleChanges };

function OrganisationForm({ organisation, organisations, organisationsPage, changes }: FormProps) {
  if (organisations.length === 0 && organisation === null) {
    return (
      <Text size="sm" mb="sm">
        Your users have no organisation yet. <PageLink href={organisationsPage}>Create one</PageLink> first.
      </Text>
    );
  }
  const form = filledForm(changes.organisationForm, { organization: organisation?.slug ?? null });
  const known = organisations.map(({ slug, name }) => ({ value: slug, label: name }));
  return (
    <LineForm
      form={withField(form, "organization", { suggestions: known })}
      action={changes.setOrganisation}
      isSecondary
      mb="sm"
    />
  );
}

type RoleProps = ScimRoles["roles"][number] & { isKnown: boolean; changes: RoleChanges | null };

function GroupRole({ group, role, isKnown, changes }: RoleProps) {
  return (
    <li className={classes.role} aria-label={group}>
      <span className={classes.group}>{group}</span>
      <span>{ROLES.find(({ value }) => value === role)?.label}</span>
      {!isKnown && <span className={classes.meta}>no such group yet</span>}
      {changes && (
        <ActionButton
          size="xs"
          aria-label={`Remove: ${group}`}
          action={() => changes.removeRole(group)}
          done={`${group} removed`}
        >
          Remove
        </ActionButton>
      )}
    </li>
  );
}

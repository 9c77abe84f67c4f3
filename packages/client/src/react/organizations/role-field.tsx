"use client";

import { type ReactNode, useId } from "react";
import type { OrganizationRole } from "../../organization-wire";
import { useText } from "../use-text";

interface RoleFieldProps {
  label: string;
  roles: readonly OrganizationRole[];
  defaultRole: OrganizationRole;
}

export function RoleField({ label, roles, defaultRole }: RoleFieldProps): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <div data-part="field">
      <label data-part="label" htmlFor={id}>
        {label}
      </label>
      <select data-part="input" id={id} name="role" defaultValue={defaultRole}>
        {roles.map((role) => (
          <option key={role} value={role}>
            {text(`organization.${role}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

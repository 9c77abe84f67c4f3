"use client";

import { Text } from "@mantine/core";
import { Listing } from "@/components/ui/listing";
import * as policies from "./forms/policy-forms";
import { type PartListProps, PartMenu, PartSection } from "./part-section";
import classes from "./structure.module.css";

/** Row-level security of a table, and its policies. */
export function PolicyList({ table, canChange, open }: PartListProps) {
  const actions = [
    { label: "Policy", form: () => policies.createPolicyForm(table) },
    { label: "Row-level security on or off", form: () => policies.rowSecurityForm(table) },
  ];
  const empty =
    table.policies.length === 0 ? `Row-level security is ${table.rowSecurity}. There are no policies.` : null;
  return (
    <PartSection
      title="Row-level security"
      count={table.policies.length}
      actions={canChange ? actions : []}
      {...{ open, empty }}
    >
      <Text size="sm" c="dimmed">
        Row-level security is {table.rowSecurity}.
      </Text>
      <Listing label="Policies" minWidth={560} stacks columns={["Name", "For", "To", "Condition"]}>
        {table.policies.map((policy) => (
          <tr key={policy.name}>
            <th scope="row" className={classes.name}>
              <bdi>{policy.name}</bdi>
            </th>
            <td>
              {policy.command}
              {!policy.isPermissive && <span className={classes.meta}> · restrictive</span>}
            </td>
            <td>{policy.roles.join(", ")}</td>
            <td className={classes.code}>
              {[policy.using && `USING (${policy.using})`, policy.check && `WITH CHECK (${policy.check})`]
                .filter(Boolean)
                .join(" ")}
            </td>
            <td data-actions>
              {canChange && (
                <PartMenu
                  name={policy.name}
                  open={open}
                  actions={[
                    { label: "Drop policy", isDestroying: true, form: () => policies.dropPolicyForm(table, policy) },
                  ]}
                />
              )}
            </td>
          </tr>
        ))}
      </Listing>
    </PartSection>
  );
}

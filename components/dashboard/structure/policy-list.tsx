"use client";

import { Text } from "@mantine/core";
import * as policies from "./forms/policy-forms";
import { type PartListProps, PartTable } from "./part-section";
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
    <PartTable
      title="Row-level security"
      label="Policies"
      parts={table.policies}
      actions={canChange ? actions : []}
      {...{ open, empty }}
      columns={[
        {
          ...{ name: "For", card: null },
          cell: ({ command, isPermissive }) => (
            <>
              {command}
              {!isPermissive && <span className={classes.meta}> · restrictive</span>}
            </>
          ),
        },
        { name: "To", card: null, cell: ({ roles }) => roles.join(", ") },
        {
          ...{ name: "Condition", card: null, className: classes.code },
          cell: ({ using, check }) =>
            [using && `USING (${using})`, check && `WITH CHECK (${check})`].filter(Boolean).join(" "),
        },
      ]}
      changesOf={(policy) =>
        canChange
          ? [{ label: "Drop policy", isDestroying: true, form: () => policies.dropPolicyForm(table, policy) }]
          : []
      }
    >
      <Text size="sm" c="dimmed">
        Row-level security is {table.rowSecurity}.
      </Text>
    </PartTable>
  );
}

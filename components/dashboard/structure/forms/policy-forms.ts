import type { StructurePolicy, TableStructure } from "@/lib/sql/structure/resource";
import { expressionFault } from "../sql/expressions";
import { nameFault } from "../sql/names";
import * as parts from "../sql/parts";
import { firstFault, isChecked, type SqlForm, textOf } from "./form";

const condition = (text: string) => (text === "" ? null : expressionFault(text));

export function rowSecurityForm(table: TableStructure): SqlForm {
  return {
    title: "Row-level security",
    run: "Save",
    done: "Row-level security changed.",
    text: "When it is on, other roles than the owner see and change only rows that a policy allows. Forced, this holds for the owner too.",
    fields: [
      {
        kind: "choice",
        name: "state",
        label: "Row-level security",
        value: table.rowSecurity,
        choices: ["off", "on", "forced"],
      },
    ],
    write: (values) => {
      const state = textOf(values, "state") as TableStructure["rowSecurity"];
      return (
        firstFault(["state", state === table.rowSecurity ? "Choose another state." : null]) ??
        parts.setRowSecurity(table, state)
      );
    },
  };
}

export function createPolicyForm(table: TableStructure): SqlForm {
  return {
    title: "Create policy",
    run: "Create policy",
    done: "Policy created.",
    ...(table.rowSecurity === "off" && { text: "Policies take effect once row-level security is on." }),
    fields: [
      { kind: "text", name: "name", label: "Name", value: "" },
      { kind: "choice", name: "command", label: "For", value: "ALL", choices: parts.POLICY_COMMANDS },
      {
        kind: "check",
        name: "permissive",
        label: "Permissive",
        description: "Enough by itself. Otherwise every restrictive policy has to allow the row too.",
        value: true,
      },
      {
        kind: "expression",
        name: "using",
        label: "Rows that can be seen and changed",
        value: "",
        placeholder: "owner = current_user",
      },
      { kind: "expression", name: "check", label: "Rows that can be written", value: "", placeholder: "the same" },
    ],
    write: (values) => {
      const name = String(values.name ?? "");
      const command = textOf(values, "command") as parts.PolicyDraft["command"];
      const [using, check] = [textOf(values, "using"), textOf(values, "check")];
      const allowed = parts.conditionsOf(command);
      const wrong = firstFault(
        [
          "name",
          nameFault(
            name,
            table.policies.map((policy) => policy.name),
          ),
        ],
        ["using", using && !allowed.using ? "A policy for INSERT has no such condition." : condition(using)],
        ["check", check && !allowed.check ? `A policy for ${command} has no such condition.` : condition(check)],
      );
      return (
        wrong ??
        parts.createPolicy(table, { name, command, isPermissive: isChecked(values, "permissive"), using, check })
      );
    },
  };
}

export function dropPolicyForm(table: TableStructure, { name }: StructurePolicy): SqlForm {
  return {
    title: `Drop ${name}`,
    run: "Drop policy",
    done: "Policy dropped.",
    text: "Rows that only this policy allows can no longer be seen or changed by others than the owner.",
    fields: [],
    write: () => parts.dropPolicy(table, name),
  };
}

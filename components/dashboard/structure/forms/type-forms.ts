import type { ObjectDefinition } from "@/lib/sql/structure/resource";
import { nameFault, type TableName } from "../sql/names";
import * as sql from "../sql/tables";
import { firstFault, isChecked, type SqlForm, textOf } from "./form";

const AT_END = "at the end";

export function createEnumForm(list: string, schema = "public"): SqlForm {
  return {
    title: "Create enum",
    run: "Create enum",
    done: "Enum created.",
    goTo: () => list,
    fields: [
      { kind: "text", name: "name", label: "Name", value: "" },
      { kind: "labels", name: "labels", label: "Values", description: "One per line, in order.", value: "" },
    ],
    write: (values) => {
      const labels = String(values.labels ?? "")
        .split("\n")
        .map((each) => each.trim())
        .filter(Boolean);
      const type: TableName = { schema, name: String(values.name ?? "") };
      const twice = labels.find((label, place) => labels.indexOf(label) !== place);
      const wrong = labels.length === 0 ? "Enter at least one value." : twice ? `“${twice}” is there twice.` : null;
      const long = labels.find((label) => nameFault(label) !== null);
      return (
        firstFault(["name", nameFault(type.name)], ["labels", wrong ?? (long ? nameFault(long) : null)]) ??
        sql.createEnum(type, labels)
      );
    },
  };
}

type Type = Pick<ObjectDefinition, "schema" | "name" | "kind" | "labels">;

export function addLabelForm(type: Type): SqlForm {
  const labels = type.labels ?? [];
  const places = labels.map((label) => `before ${label}`);
  return {
    title: `Add a value to ${type.name}`,
    run: "Add value",
    done: "Value added.",
    text: "A value can be renamed later, but not removed.",
    fields: [
      { kind: "text", name: "label", label: "Value", value: "" },
      { kind: "choice", name: "place", label: "Place", value: AT_END, choices: [AT_END, ...places] },
    ],
    write: (values) => {
      const label = textOf(values, "label");
      const before = labels[places.indexOf(textOf(values, "place"))] ?? null;
      return firstFault(["label", nameFault(label, labels)]) ?? sql.addLabel(type, label, before);
    },
  };
}

export function renameLabelForm(type: Type): SqlForm {
  const labels = type.labels ?? [];
  return {
    title: `Rename a value of ${type.name}`,
    run: "Rename value",
    done: "Value renamed.",
    text: "Rows that have it show the new value. Programs that write the old one fail from then on.",
    fields: [
      { kind: "choice", name: "from", label: "Value", value: labels[0] ?? "", choices: labels },
      { kind: "text", name: "to", label: "New value", value: "" },
    ],
    write: (values) => {
      const [from, to] = [String(values.from ?? ""), textOf(values, "to")];
      return firstFault(["to", nameFault(to, labels)]) ?? sql.renameLabel(type, from, to);
    },
  };
}

export function renameTypeForm(type: Type): SqlForm {
  return {
    title: `Rename ${type.name}`,
    run: "Rename type",
    done: "Type renamed.",
    text: "Columns and functions follow. Programs that use the old name fail from then on.",
    fields: [{ kind: "text", name: "name", label: "New name", value: type.name }],
    write: (values) => {
      const to = String(values.name ?? "");
      const wrong = firstFault(["name", to === type.name ? "Enter another name." : nameFault(to)]);
      return wrong ?? sql.renameType(type, to);
    },
  };
}

export function dropTypeForm(type: Type, list: string): SqlForm {
  return {
    title: `Drop ${type.name}`,
    run: "Drop type",
    done: "Type dropped.",
    text: "Only the type goes, unless columns or functions depend on it.",
    fields: [],
    drops: { kind: "type", name: type.name },
    write: (values) => sql.dropType(type.kind === "domain" ? "DOMAIN" : "TYPE", type, isChecked(values, "cascade")),
    goTo: () => list,
  };
}

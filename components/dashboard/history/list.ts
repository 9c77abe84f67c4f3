import { defineList } from "@/components/ui/lists/define-list";

export const HISTORY_LIST = defineList({
  noun: "statement",
  search: { name: "search", label: "Find a statement", placeholder: "Find by text", maxLength: 200 },
  filters: [
    { name: "status", choices: [{ id: "failed", label: "Failed" }] },
    { name: "undoable", choices: [{ id: "yes", label: "Can be undone" }] },
    { name: "person", menu: "Person" },
  ],
});

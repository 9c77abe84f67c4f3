import { StatusWord } from "@/components/ui/status-word";
import type { AdministeredProject } from "@/lib/services/project-administration/resource";

const WORDS = {
  active: { kind: "good", text: "Active" },
  suspended: { kind: "warning", text: "Suspended" },
  banned: { kind: "bad", text: "Banned" },
} as const;

export function ProjectStandingWord({ status }: Pick<AdministeredProject, "status">) {
  const { kind, text } = WORDS[status];
  return <StatusWord kind={kind}>{text}</StatusWord>;
}

import {
  IconApps,
  IconBucket,
  IconDatabasePlus,
  IconDeviceFloppy,
  IconFunction,
  IconGitBranch,
  IconKey,
  type IconProps,
  IconUserPlus,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { FrameDatabase, FrameOrganisation, FrameProject } from "./frame-props";

/** A command of another page: its address ends in the command's id, which that page gives when it is there. */
export interface PlaceCommand {
  id: string;
  label: string;
  words: string;
  icon: ComponentType<IconProps>;
  href: string;
}

interface Inner {
  database: FrameDatabase | null;
  project: FrameProject | null;
}

type Offered = Omit<PlaceCommand, "href"> & { page: string; isOn: boolean };

/** Returns the permissions of the member in the organisation, and in the database or project of the page. */
export function commandsOf(organisation: FrameOrganisation, { database, project }: Inner): PlaceCommand[] {
  const { id, canWriteDatabases, canWriteData, canInvite, canWriteKeys, canWriteProjects } = organisation;
  const at = (page: string, command: string) => `/dashboard/${id}${page}#${command}`;
  const inDatabase = `/databases/${database?.id}`;
  const all: Offered[] = [
    {
      id: "create-database",
      label: "Create database",
      words: "new add postgres",
      icon: IconDatabasePlus,
      page: "",
      isOn: canWriteDatabases,
    },
    {
      id: "create-branch",
      label: "Create branch",
      words: "new copy fork clone",
      icon: IconGitBranch,
      page: `${inDatabase}/branches`,
      isOn: canWriteDatabases && database !== null,
    },
    {
      id: "create-restore-point",
      label: "Create restore point",
      words: "new backup snapshot save",
      icon: IconDeviceFloppy,
      page: `${inDatabase}/restore-points`,
      isOn: canWriteData && database !== null,
    },
    {
      id: "create-project",
      label: "Create project",
      words: "new add sign-in auth app",
      icon: IconApps,
      page: "/projects",
      isOn: canWriteProjects,
    },
    ...commandsOfProject(organisation, project),
    {
      id: "invite-member",
      label: "Invite members",
      words: "add team user people colleague",
      icon: IconUserPlus,
      page: "/members",
      isOn: canInvite,
    },
    {
      id: "create-key",
      label: "Create API key",
      words: "new add token secret",
      icon: IconKey,
      page: "/keys",
      isOn: canWriteKeys,
    },
  ];
  return all.flatMap(({ page, isOn, ...command }) => (isOn ? [{ ...command, href: at(page, command.id) }] : []));
}

function commandsOfProject(
  { canWriteUsers, canWriteProjectKeys, canWriteStorage, canWriteFunctions }: FrameOrganisation,
  project: FrameProject | null,
): Offered[] {
  if (project === null) return [];
  return [
    {
      id: "create-user",
      label: "Create user",
      words: "new add account sign-up",
      icon: IconUserPlus,
      page: `/projects/${project.id}/users`,
      isOn: canWriteUsers,
    },
    {
      id: "create-public-key",
      label: "Create public key",
      words: "new add project secret browser",
      icon: IconKey,
      page: `/projects/${project.id}/keys`,
      isOn: canWriteProjectKeys,
    },
    {
      id: "create-server-key",
      label: "Create server key",
      words: "new add project secret backend",
      icon: IconKey,
      page: `/projects/${project.id}/keys`,
      isOn: canWriteProjectKeys,
    },
    {
      id: "create-bucket",
      label: "Create bucket",
      words: "new add storage objects files",
      icon: IconBucket,
      page: `/projects/${project.id}/storage`,
      isOn: canWriteStorage,
    },
    {
      id: "create-function",
      label: "Create function",
      words: "new add serverless endpoint deploy",
      icon: IconFunction,
      page: `/projects/${project.id}/functions`,
      isOn: canWriteFunctions,
    },
  ];
}

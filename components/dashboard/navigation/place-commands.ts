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
import type { FrameDatabase, FrameOrganisation, FrameProject } from "./place-props";

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

/** A command, and whether the member may give it. */
type Offered = readonly [
  isOn: boolean,
  page: string,
  ...command: readonly [id: string, label: string, words: string, icon: PlaceCommand["icon"]],
];

/** Returns the commands that the member may give in the organisation, and in the database or project of the page. */
export function commandsOf(organisation: FrameOrganisation, { database, project }: Inner): PlaceCommand[] {
  const { canWriteDatabases, canWriteData, canInvite, canWriteKeys, canWriteProjects } = organisation;
  const branches = `/databases/${database?.id}/branches`;
  const points = `/databases/${database?.id}/restore-points`;
  const mayBranch = canWriteDatabases && database !== null;
  const maySave = canWriteData && database !== null;
  const all: Offered[] = [
    [canWriteDatabases, "", "create-database", "Create database", "new add postgres", IconDatabasePlus],
    [mayBranch, branches, "create-branch", "Create branch", "new copy fork clone", IconGitBranch],
    [maySave, points, "create-restore-point", "Create restore point", "new backup snapshot save", IconDeviceFloppy],
    [canWriteProjects, "/projects", "create-project", "Create project", "new add sign-in auth app", IconApps],
    ...(project ? commandsOfProject(organisation, `/projects/${project.id}`) : []),
    [canInvite, "/members", "invite-member", "Invite members", "add team user people colleague", IconUserPlus],
    [canWriteKeys, "/keys", "create-key", "Create API key", "new add token secret", IconKey],
  ];
  return all.flatMap(([isOn, page, id, label, words, icon]) =>
    isOn ? [{ id, label, words, icon, href: `/dashboard/${organisation.id}${page}#${id}` }] : [],
  );
}

function commandsOfProject(organisation: FrameOrganisation, home: string): Offered[] {
  const { canWriteUsers, canWriteProjectKeys, canWriteStorage, canWriteFunctions } = organisation;
  const [keys, functions] = [`${home}/keys`, `${home}/functions`];
  const secret = "new add project secret";
  return [
    [canWriteUsers, `${home}/users`, "create-user", "Create user", "new add account sign-up", IconUserPlus],
    [canWriteProjectKeys, keys, "create-public-key", "Create public key", `${secret} browser`, IconKey],
    [canWriteProjectKeys, keys, "create-server-key", "Create server key", `${secret} backend`, IconKey],
    [canWriteStorage, `${home}/storage`, "create-bucket", "Create bucket", "new add storage objects files", IconBucket],
    [
      canWriteFunctions,
      functions,
      "create-function",
      "Create function",
      "new add serverless endpoint deploy",
      IconFunction,
    ],
  ];
}

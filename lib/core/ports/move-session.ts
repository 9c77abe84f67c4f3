/** The part of a host session that a move of a database to another host needs besides. */
export interface MoveSession {
  /** Returns the encoding and the locale of a database, as one text that is equal where text is compared the same. */
  localeOf(id: string): Promise<string>;
  /** Returns the extensions that can be created on the host. */
  listExtensions(): Promise<string[]>;
  /** Returns how the host offers each of these extensions, in their order. */
  offersOf(extensions: readonly ExtensionVersion[]): Promise<ExtensionOffer[]>;
  /** Returns the roles that own something in a database or were given a right in it. */
  listRolesIn(id: string): Promise<NamedRole[]>;
  /** Makes those of the service's roles of a database that its contents name. Nobody knows a password of theirs. */
  ensureRolesIn(id: string, names: readonly string[], verifier: string): Promise<void>;
  /** Returns the settings that the role of a database made for itself. */
  readRoleSettings(id: string): Promise<RoleSetting[]>;
  setRoleSettings(id: string, settings: readonly RoleSetting[]): Promise<void>;
  /** Returns the variables by which a program of PostgreSQL signs in to a database. */
  programLogin(id: string, login: { role: string; password: string }): ProgramLogin;
}

export interface ExtensionVersion {
  name: string;
  version: string;
}

export interface ExtensionOffer {
  name: string;
  /** The version that is created; `null` if the host doesn't have the extension. */
  version: string | null;
  /** Whether that version is the given one, or a later one. */
  isAsNew: boolean;
  /** Whether the owner of a database may create it. */
  isTrusted: boolean;
}

export interface NamedRole {
  name: string;
  isOwner: boolean;
  /** The database's own role, its function role, a shell role, another one of the service, or one of somebody else. */
  kind: "own" | "function" | "shell" | "service" | "foreign";
}

export interface RoleSetting {
  name: string;
  value: string;
  /** Whether it holds in every database; else in the role's own. */
  isEverywhere: boolean;
}

/** Environment variables of PostgreSQL's programs, among them the password, which is no argument for that reason. */
export type ProgramLogin = Readonly<Record<string, string>>;

import type { FormAction } from "@/components/ui/form-action";
import type { Form } from "@/lib/web/forms/resource";
import type { Outcome } from "@/lib/web/resource";

export type SsoSetting = "enabled" | "required" | "createsUsers" | "startsAtProvider" | "trustsSecondFactor";

/** The actions of a member who may change a connection. */
export interface ConnectionChanges {
  turn: (setting: SsoSetting, isOn: boolean) => Promise<Outcome>;
  /** The metadata itself is asked for beside its fields. */
  metadataForm: Form;
  setMetadata: FormAction;
  clientForm: Form;
  setClient: FormAction;
  domainForm: Form;
  addDomain: FormAction;
  verifyDomain: (domain: string) => Promise<Outcome>;
  removeDomain: (domain: string) => Promise<Outcome>;
  rotateKey: () => Promise<Outcome>;
  endKeyRotation: () => Promise<Outcome>;
  createLink: FormAction<{ link: string; expiresAt: string }>;
  revokeLink: () => Promise<Outcome>;
  createToken: FormAction<{ id: string; secret: string }>;
  /** The form has `tokenId` and `keepSeconds`. */
  rotateToken: FormAction<{ id: string; secret: string }>;
  revokeToken: (tokenId: string) => Promise<Outcome>;
  organisationForm: Form;
  setOrganisation: FormAction;
  groupForm: Form;
  /** The form has `role`, too. */
  addRole: FormAction;
  removeRole: (group: string) => Promise<Outcome>;
  remove: FormAction;
}

/** The actions that set a connection up. */
export type SetUpChanges = Pick<
  ConnectionChanges,
  | "metadataForm"
  | "setMetadata"
  | "clientForm"
  | "setClient"
  | "domainForm"
  | "addDomain"
  | "verifyDomain"
  | "removeDomain"
  | "rotateKey"
  | "endKeyRotation"
  | "createLink"
  | "revokeLink"
>;

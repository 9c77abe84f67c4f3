import type { ActionWords } from "./words";

/** Actions on single sign-on and SCIM. */
export const SINGLE_SIGN_ON = {
  "sso_connection.create": {
    label: "Created a single sign-on connection",
    sentence: "created the single sign-on connection {name}",
  },
  "sso_connection.update": {
    label: "Changed a single sign-on connection",
    sentence: "changed the single sign-on connection {name}",
  },
  "sso_connection.set_member_role": { label: "Changed the role that single sign-on gives" },
  "sso_connection.refresh": {
    label: "New metadata of a single sign-on connection",
    sentence: "took new metadata for the single sign-on connection {name}",
  },
  "sso_connection.delete": {
    label: "Deleted a single sign-on connection",
    sentence: "deleted the single sign-on connection {name}",
  },
  "sso_connection.choose_protocol": {
    label: "Changed the protocol of a single sign-on connection",
    sentence: "changed the protocol of the single sign-on connection {name}",
  },
  "sso_connection.try": {
    label: "Tried a single sign-on connection",
    sentence: "tried the single sign-on connection {name}",
  },
  "sso_connection.rotate_key": {
    label: "Made a new key of a single sign-on connection",
    sentence: "made a new key for the single sign-on connection {name}",
  },
  "sso_connection.end_key_rotation": {
    label: "Ended the old key of a single sign-on connection",
    sentence: "ended the old key of the single sign-on connection {name}",
  },
  "sso_set_up.create_link": { label: "Created a set-up link of a single sign-on connection" },
  "sso_set_up.revoke_link": { label: "Revoked a set-up link of a single sign-on connection" },
  "sso_set_up.open": { label: "Opened a set-up link of a single sign-on connection" },
  "sso_set_up.finish": { label: "Finished the set-up of a single sign-on connection" },
  "sso_domain.add": {
    label: "Added a domain to single sign-on",
    sentence: "added the domain {domain} to single sign-on",
  },
  "sso_domain.verify": {
    label: "Verified a domain of single sign-on",
    sentence: "verified the single sign-on domain {domain}",
  },
  "sso_domain.remove": {
    label: "Removed a domain from single sign-on",
    sentence: "removed the domain {domain} from single sign-on",
  },
  "sso_domain.miss": {
    label: "Missed the record of a single sign-on domain",
    sentence: "missed the DNS record of the single sign-on domain {domain}",
  },
  "sso_domain.unverify": {
    label: "Ended the proof of a single sign-on domain",
    sentence: "found the single sign-on domain {domain} no longer verified",
  },
  "scim_token.create": { label: "Created a SCIM token" },
  "scim_token.rotate": { label: "Rotated a SCIM token" },
  "scim_token.revoke": { label: "Revoked a SCIM token" },
  "scim_roles.set": { label: "Changed the roles of SCIM groups" },
  "scim_user.link": { label: "Provisioned a user by SCIM" },
  "scim_user.unlink": { label: "Removed a user by SCIM" },
  "scim_group.create": { label: "Created a group by SCIM" },
  "scim_group.update": { label: "Changed a group by SCIM" },
  "scim_group.delete": { label: "Deleted a group by SCIM" },
} satisfies Record<string, ActionWords>;

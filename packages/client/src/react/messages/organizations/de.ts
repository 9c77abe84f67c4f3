import type { OrganizationMessages } from "./en";

/**
 * The texts of `OrganizationSwitcher` and `OrganizationProfile` in German.
 *
 * @example
 * <AuthProvider value={auth} locale="de" messages={{ ...de, ...organizationsDe }}>
 */
export const organizationsDe: OrganizationMessages = {
  "organization.title": "Organisation",
  "organization.switch": "Organisation: {name}",
  "organization.list": "Organisationen",
  "organization.personal": "Persönliches Konto",
  "organization.choose": "Organisation wählen",
  "organization.none": "Sie arbeiten gerade in keiner Organisation.",
  "organization.manage": "Organisation verwalten",
  "organization.create": "Organisation erstellen",
  "organization.createSubmit": "Organisation anlegen",
  "organization.close": "Schließen",
  "organization.received": "Erhaltene Einladungen",
  "organization.receivedFrom": "{name}, eingeladen von {email}",
  "organization.join": "{name} beitreten",
  "organization.decline": "{name} ablehnen",
  "organization.slug": "Kurzname",
  "organization.slugHint": "Steht in Links. Kleinbuchstaben, Ziffern und Bindestriche.",
  "organization.logo": "URL des Logos (optional)",
  "organization.members": "Mitglieder",
  "organization.you": "Sie",
  "organization.more": "Mehr anzeigen",
  "organization.role": "Rolle",
  "organization.owner": "Inhaber",
  "organization.admin": "Administrator",
  "organization.member": "Mitglied",
  "organization.changeRole": "Rolle ändern",
  "organization.removeMember": "{name} verliert sofort den Zugang. Sie können die Person wieder einladen.",
  "organization.invitations": "Einladungen",
  "organization.invite": "Personen einladen",
  "organization.inviteSubmit": "Einladung senden",
  "organization.invited": "Wir haben eine Einladung an {email} gesendet.",
  "organization.pending": "Offene Einladungen",
  "organization.expires": "Läuft ab: {date}",
  "organization.resend": "Erneut senden",
  "organization.revoke": "Zurückziehen",
  "organization.leave": "Organisation verlassen",
  "organization.leaveText": "Sie verlieren sofort den Zugang. Um zurückzukehren, brauchen Sie eine Einladung.",
  "organization.delete": "Organisation löschen",
  "organization.deleteText":
    "{name} wird mit allen Mitgliedschaften und Einladungen endgültig gelöscht. Das lässt sich nicht rückgängig machen.",
  "organization.typeName": "Geben Sie zur Bestätigung {name} ein",
  "error.name_mismatch": "Das ist nicht der Name der Organisation. Geben Sie ihn genau so ein, wie er dort steht.",
  "error.not_allowed": "Dazu sind Sie nicht berechtigt.",
  "error.organization_already_exists": "Dieser Kurzname ist vergeben. Wählen Sie einen anderen.",
  "error.organization_slug_already_taken": "Dieser Kurzname ist vergeben. Wählen Sie einen anderen.",
  "error.organization_not_found": "Diese Organisation gibt es nicht mehr, oder Sie sind kein Mitglied mehr.",
  "error.user_is_not_a_member_of_the_organization":
    "Diese Organisation gibt es nicht mehr, oder Sie sind kein Mitglied mehr.",
  "error.member_not_found": "Diese Person ist kein Mitglied mehr.",
  "error.user_is_already_a_member_of_this_organization": "Diese Person ist bereits Mitglied.",
  "error.user_is_already_invited_to_this_organization": "Diese Person ist bereits eingeladen.",
  "error.invitation_not_found": "Diese Einladung ist abgelaufen, wurde zurückgezogen oder bereits beantwortet.",
  "error.inviter_is_no_longer_a_member_of_the_organization":
    "Diese Einladung gilt nicht mehr. Bitten Sie um eine neue.",
  "error.invitation_limit_reached": "Es sind zu viele Einladungen offen. Ziehen Sie zuerst eine zurück.",
  "error.organization_membership_limit_reached": "Diese Organisation kann keine weiteren Mitglieder aufnehmen.",
  "error.you_have_reached_the_maximum_number_of_organizations": "Sie können keine weiteren Organisationen erstellen.",
  "error.you_cannot_leave_the_organization_as_the_only_owner":
    "Eine Organisation braucht einen Inhaber. Geben Sie diese Rolle zuerst jemand anderem.",
  "error.you_cannot_leave_the_organization_without_an_owner":
    "Eine Organisation braucht einen Inhaber. Geben Sie diese Rolle zuerst jemand anderem.",
};

import type { OrganizationMessages } from "./en";

/**
 * The texts of `OrganizationSwitcher` and `OrganizationProfile` in French.
 *
 * @example
 * <AuthProvider value={auth} locale="fr" messages={{ ...fr, ...organizationsFr }}>
 */
export const organizationsFr: OrganizationMessages = {
  "organization.title": "Votre organisation",
  "organization.switch": "Organisation\u00a0: {name}",
  "organization.list": "Vos organisations",
  "organization.personal": "Compte personnel",
  "organization.choose": "Choisir une organisation",
  "organization.none": "Vous ne travaillez actuellement dans aucune organisation.",
  "organization.manage": "Gérer l’organisation",
  "organization.create": "Créer une organisation",
  "organization.createSubmit": "Créer l’organisation",
  "organization.close": "Fermer",
  "organization.received": "Invitations reçues",
  "organization.receivedFrom": "{name}, invitation de {email}",
  "organization.join": "Rejoindre {name}",
  "organization.decline": "Refuser {name}",
  "organization.slug": "Nom court",
  "organization.slugHint": "Utilisé dans les liens. Lettres minuscules, chiffres et traits d’union.",
  "organization.logo": "URL du logo (facultatif)",
  "organization.members": "Membres",
  "organization.you": "Vous",
  "organization.more": "Afficher plus",
  "organization.role": "Rôle",
  "organization.owner": "Propriétaire",
  "organization.admin": "Administrateur",
  "organization.member": "Membre",
  "organization.changeRole": "Changer le rôle",
  "organization.removeMember": "{name} perd immédiatement l’accès. Vous pourrez l’inviter à nouveau.",
  "organization.invitations": "Invitations",
  "organization.invite": "Inviter des personnes",
  "organization.inviteSubmit": "Envoyer l’invitation",
  "organization.invited": "Nous avons envoyé une invitation à {email}.",
  "organization.pending": "Invitations en attente",
  "organization.expires": "Expire le {date}",
  "organization.resend": "Renvoyer",
  "organization.revoke": "Annuler l’invitation",
  "organization.leave": "Quitter l’organisation",
  "organization.leaveText": "Vous perdez immédiatement l’accès. Pour revenir, il vous faudra une invitation.",
  "organization.delete": "Supprimer l’organisation",
  "organization.deleteText":
    "{name} sera définitivement supprimée, avec ses membres et ses invitations. Cette action est irréversible.",
  "organization.typeName": "Saisissez {name} pour confirmer",
  "error.name_mismatch": "Ce n’est pas le nom de l’organisation. Saisissez-le exactement comme indiqué.",
  "error.not_allowed": "Vous n’avez pas l’autorisation de faire cela.",
  "error.organization_already_exists": "Ce nom court est déjà pris. Choisissez-en un autre.",
  "error.organization_slug_already_taken": "Ce nom court est déjà pris. Choisissez-en un autre.",
  "error.organization_not_found": "Cette organisation n’existe plus, ou vous n’en êtes plus membre.",
  "error.user_is_not_a_member_of_the_organization": "Cette organisation n’existe plus, ou vous n’en êtes plus membre.",
  "error.member_not_found": "Cette personne n’est plus membre.",
  "error.user_is_already_a_member_of_this_organization": "Cette personne est déjà membre.",
  "error.user_is_already_invited_to_this_organization": "Cette personne a déjà été invitée.",
  "error.invitation_not_found": "Cette invitation a expiré, a déjà reçu une réponse ou a été annulée.",
  "error.inviter_is_no_longer_a_member_of_the_organization":
    "Cette invitation n’est plus valable. Demandez-en une nouvelle.",
  "error.invitation_limit_reached": "Trop d’invitations sont en attente. Annulez-en une d’abord.",
  "error.organization_membership_limit_reached": "Cette organisation ne peut plus accueillir de membres.",
  "error.you_have_reached_the_maximum_number_of_organizations": "Vous ne pouvez plus créer d’organisation.",
  "error.you_cannot_leave_the_organization_as_the_only_owner":
    "Une organisation a besoin d’un propriétaire. Donnez d’abord ce rôle à quelqu’un d’autre.",
  "error.you_cannot_leave_the_organization_without_an_owner":
    "Une organisation a besoin d’un propriétaire. Donnez d’abord ce rôle à quelqu’un d’autre.",
};

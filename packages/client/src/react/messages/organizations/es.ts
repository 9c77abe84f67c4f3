import type { OrganizationMessages } from "./en";

/**
 * The texts of `OrganizationSwitcher` and `OrganizationProfile` in Spanish.
 *
 * @example
 * <AuthProvider value={auth} locale="es" messages={{ ...es, ...organizationsEs }}>
 */
export const organizationsEs: OrganizationMessages = {
  "organization.title": "Organización",
  "organization.switch": "Organización: {name}",
  "organization.list": "Organizaciones",
  "organization.personal": "Cuenta personal",
  "organization.choose": "Elegir una organización",
  "organization.none": "Ahora mismo no trabajas en ninguna organización.",
  "organization.manage": "Gestionar la organización",
  "organization.create": "Crear una organización",
  "organization.createSubmit": "Crear organización",
  "organization.close": "Cerrar",
  "organization.received": "Invitaciones recibidas",
  "organization.receivedFrom": "{name}, invitación de {email}",
  "organization.join": "Unirse a {name}",
  "organization.decline": "Rechazar {name}",
  "organization.slug": "Nombre corto",
  "organization.slugHint": "Se usa en los enlaces. Minúsculas, cifras y guiones.",
  "organization.logo": "URL del logotipo (opcional)",
  "organization.members": "Miembros",
  "organization.you": "Tú",
  "organization.more": "Mostrar más",
  "organization.role": "Rol",
  "organization.owner": "Propietario",
  "organization.admin": "Administrador",
  "organization.member": "Miembro",
  "organization.changeRole": "Cambiar el rol",
  "organization.removeMember": "{name} pierde el acceso de inmediato. Puedes volver a invitar a esta persona.",
  "organization.invitations": "Invitaciones",
  "organization.invite": "Invitar a personas",
  "organization.inviteSubmit": "Enviar invitación",
  "organization.invited": "Hemos enviado una invitación a {email}.",
  "organization.pending": "Invitaciones pendientes",
  "organization.expires": "Caduca el {date}",
  "organization.resend": "Reenviar",
  "organization.revoke": "Anular",
  "organization.leave": "Abandonar la organización",
  "organization.leaveText": "Pierdes el acceso de inmediato. Para volver, necesitarás una invitación.",
  "organization.delete": "Eliminar la organización",
  "organization.deleteText":
    "{name} se eliminará de forma permanente, con sus miembros e invitaciones. Esta acción no se puede deshacer.",
  "organization.typeName": "Escribe {name} para confirmar",
  "error.name_mismatch": "Ese no es el nombre de la organización. Escríbelo exactamente como aparece.",
  "error.not_allowed": "No tienes permiso para hacer esto.",
  "error.organization_already_exists": "Este nombre corto ya está en uso. Elige otro.",
  "error.organization_slug_already_taken": "Este nombre corto ya está en uso. Elige otro.",
  "error.organization_not_found": "Esta organización ya no existe o ya no eres miembro.",
  "error.user_is_not_a_member_of_the_organization": "Esta organización ya no existe o ya no eres miembro.",
  "error.member_not_found": "Esta persona ya no es miembro.",
  "error.user_is_already_a_member_of_this_organization": "Esta persona ya es miembro.",
  "error.user_is_already_invited_to_this_organization": "Esta persona ya ha sido invitada.",
  "error.invitation_not_found": "Esta invitación ha caducado, se ha anulado o ya se ha respondido.",
  "error.inviter_is_no_longer_a_member_of_the_organization": "Esta invitación ya no es válida. Pide una nueva.",
  "error.invitation_limit_reached": "Hay demasiadas invitaciones pendientes. Anula una primero.",
  "error.organization_membership_limit_reached": "Esta organización no puede tener más miembros.",
  "error.you_have_reached_the_maximum_number_of_organizations": "No puedes crear más organizaciones.",
  "error.you_cannot_leave_the_organization_as_the_only_owner":
    "Una organización necesita un propietario. Dale primero ese rol a otra persona.",
  "error.you_cannot_leave_the_organization_without_an_owner":
    "Una organización necesita un propietario. Dale primero ese rol a otra persona.",
};

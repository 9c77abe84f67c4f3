// The id and a public key of the project, and the address of the sign-in service.
export const projectId = "p_";
export const publicKey = "pk_coppice_auth_";
export const apiOrigin = "http://localhost:3000";

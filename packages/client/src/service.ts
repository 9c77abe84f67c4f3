/** The one place of this package that spells the service's name. */
export const SERVICE = "coppice";

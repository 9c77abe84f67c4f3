export const SERVICE = {
  name: "Coppice",
  slug: "coppice",
  /** The colour of the product's own mails, which know no style sheet of its pages. */
  accentColor: "#236143",
} as const;

export const PROJECT_ID_HEADER = `x-${SERVICE.slug}-project-id`;
/** The header field with the public key when Authorization carries the session of an app without cookies. */
export const PUBLIC_KEY_HEADER = `x-${SERVICE.slug}-public-key`;

export const KEY_PREFIX = {
  management: `mk_${SERVICE.slug}_`,
  admin: `ak_${SERVICE.slug}_`,
  publicAuth: `pk_${SERVICE.slug}_auth_`,
  hostedPage: `hp_${SERVICE.slug}_`,
  server: `sk_${SERVICE.slug}_`,
  scim: `scim_${SERVICE.slug}_`,
  testing: `${SERVICE.slug}_test_`,
} as const;

export const SERVICE = { name: "Coppice", slug: "coppice" } as const;

export const PROJECT_ID_HEADER = `x-${SERVICE.slug}-project-id`;

export const KEY_PREFIX = {
  management: `mk_${SERVICE.slug}_`,
  publicAuth: `pk_${SERVICE.slug}_auth_`,
  hostedPage: `hp_${SERVICE.slug}_`,
  server: `sk_${SERVICE.slug}_`,
  testing: `${SERVICE.slug}_test_`,
} as const;

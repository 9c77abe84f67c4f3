/** Returns a command for a shell that holds `COPPICE_MANAGEMENT_KEY`. */
export function createDatabaseCommand(baseUrl: string): string {
  return post(`${baseUrl}/api/v1/databases`, "orders");
}

/** Returns a command that branches the database whose ID takes the place of `db_…`. */
export function createBranchCommand(baseUrl: string): string {
  return post(`${baseUrl}/api/v1/databases/db_…/branches`, "orders-preview");
}

function post(address: string, name: string): string {
  return [
    `curl ${address} \\`,
    '  -H "Authorization: Bearer $COPPICE_MANAGEMENT_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"name":"${name}"}'`,
  ].join("\n");
}

/** A link to a project's hosted page, for the start page. */
export function signInLink(baseUrl: string): string {
  return `<a href="${baseUrl}/auth/p_…/sign-in">Sign in</a>`;
}

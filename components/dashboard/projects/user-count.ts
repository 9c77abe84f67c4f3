/** Returns the number of users as text; counting ends at a number that is then followed by a plus. */
export function userCountText({ users, hasMoreUsers }: { users: number; hasMoreUsers: boolean }): string {
  return `${users.toLocaleString("en")}${hasMoreUsers ? "+" : ""}`;
}

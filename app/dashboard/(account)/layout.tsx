import { Shell } from "@/components/dashboard/shell";
import { accountShell } from "@/lib/web/shell-props";
import { signOut } from "../actions";

export default async function AccountLayout({ children }: LayoutProps<"/dashboard">) {
  return (
    <Shell {...(await accountShell())} signOut={signOut}>
      {children}
    </Shell>
  );
}

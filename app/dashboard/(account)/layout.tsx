import classes from "@/components/dashboard/account/account.module.css";
import { Frame } from "@/components/dashboard/frame/frame";
import { accountFrame } from "@/lib/web/frame-props";
import { signOut } from "../actions";

export default async function AccountLayout({ children }: LayoutProps<"/dashboard">) {
  return (
    <Frame {...(await accountFrame())} signOut={signOut}>
      <div className={classes.page}>{children}</div>
    </Frame>
  );
}

import { Frame } from "@/components/dashboard/frame/frame";
import { accountFrame } from "@/lib/web/frame-props";
import { signOut } from "../actions";

export default async function AccountLayout({ children }: LayoutProps<"/dashboard">) {
  return (
    <Frame {...(await accountFrame())} signOut={signOut}>
      {children}
    </Frame>
  );
}

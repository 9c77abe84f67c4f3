import "@mantine/core/styles.css";
import "./dashboard.css";
import { ColorSchemeScript } from "@mantine/core";
import type { Metadata } from "next";
import { Providers } from "@/components/dashboard/frame/providers";
import { SERVICE } from "@/lib/core/service";
import { pageNonce } from "@/lib/web/page-nonce";

export const metadata: Metadata = {
  title: { default: `Dashboard · ${SERVICE.name}`, template: `%s · ${SERVICE.name}` },
  robots: { index: false },
};

export default async function DashboardLayout({ children }: LayoutProps<"/dashboard">) {
  const nonce = await pageNonce();
  return (
    <>
      <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} suppressHydrationWarning />
      <Providers nonce={nonce}>{children}</Providers>
    </>
  );
}

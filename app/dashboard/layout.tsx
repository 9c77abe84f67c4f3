import "@mantine/core/styles.css";
import "./dashboard.css";
// Next preloads the styles of the page of a failure with every page, on which they would not be used.
import "@/components/dashboard/frame/page-failure.module.css";
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

import type { ReactNode } from "react";
import "@coppice/auth/styles.css";
import "./app.css";

export const metadata = { title: "Shop" };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}

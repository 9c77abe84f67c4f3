import type { ReactNode } from "react";
import { encode } from "uqr";

/** The width of the light border around the code, in modules (ISO/IEC 18004, section 6.3.8). */
const QUIET_ZONE = 4;

/** A QR code as an SVG of one path. It is dark on light in both themes, since many scanners read no other. */
export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const side = size + 2 * QUIET_ZONE;
  return (
    <svg
      data-part="qr-code"
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}

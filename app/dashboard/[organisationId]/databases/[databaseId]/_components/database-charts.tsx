import { Metrics } from "@/components/dashboard/charts/metrics";
import { NoFigures } from "@/components/dashboard/charts/no-figures";
import { RangeSwitch } from "@/components/dashboard/charts/range-switch";
import type { Context } from "@/lib/core/context";
import { listSamples } from "@/lib/hosting/samples/list";
import { isSampleRange, SAMPLE_RANGES, type SampleRange } from "@/lib/hosting/samples/ranges";
import { orNotFound } from "@/lib/web/or-not-found";

const NAMES: Record<SampleRange, string> = {
  "1h": "last hour",
  "24h": "last 24 hours",
  "7d": "last 7 days",
  "30d": "last 30 days",
};
const RANGES = Object.keys(SAMPLE_RANGES) as SampleRange[];

interface Props {
  ctx: Context;
  databaseId: string;
  /** The address of the database. */
  base: string;
  /** The parameter of the address; anything unknown stands for the last hour. */
  range: string | string[] | undefined;
}

/** Shows the metrics of the database over a range of time. */
export async function DatabaseCharts({ ctx, databaseId, base, range: asked }: Props) {
  const range = isSampleRange(asked) ? asked : "1h";
  const { points, latest } = await orNotFound(() => listSamples(ctx, { databaseId, range }));
  const ranges = <RangeSwitch base={base} ranges={RANGES} current={range} />;
  return (
    <section aria-label="Metrics">
      {latest === null ? (
        <NoFigures isNew={range === "30d" || range === "1h"} ranges={ranges} />
      ) : (
        <Metrics
          points={points}
          latest={latest}
          rangeName={NAMES[range]}
          isWithinDay={range === "1h" || range === "24h"}
          ranges={ranges}
        />
      )}
    </section>
  );
}

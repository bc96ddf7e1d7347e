// A line of what something cost, in steps: a price holds until it changes.

interface SparklineProps {
  /** Each held until then, in milliseconds; the first first, the last one until now. */
  points: readonly { until: number; value: number }[]
  label: string
}

const [WIDTH, HEIGHT, EDGE] = [240, 48, 3]

export function Sparkline({ points, label }: SparklineProps) {
  const values = points.map(({ value }) => value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const [first, last] = [points[0]!.until, points.at(-1)!.until]
  // The first price held since nobody knows when: it is drawn for as long as the others lasted on average.
  const begin = first - (last - first) / Math.max(1, points.length - 1)
  const x = (at: number) => EDGE + ((at - begin) / Math.max(1, last - begin)) * (WIDTH - 2 * EDGE)
  const y = (value: number) => HEIGHT - EDGE - ((value - least) / Math.max(0.01, most - least)) * (HEIGHT - 2 * EDGE)
  const steps = points.map(
    ({ until, value }, n) =>
      `${n === 0 ? 'M' : 'L'}${x(n === 0 ? begin : points[n - 1]!.until)} ${y(value)}H${x(until)}`,
  )
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      className="mt-2 h-12 w-60 max-w-full text-accent"
      preserveAspectRatio="none"
    >
      <path d={steps.join('')} fill="none" stroke="currentColor" strokeWidth={2} vectorEffect="non-scaling-stroke" />
      <circle cx={x(last)} cy={y(values.at(-1)!)} r={2.5} fill="currentColor" />
    </svg>
  )
}

// The table: a figure, the limit that was measured in the same run, and their ratio.

export interface Row {
  figure: string
  value: number
  unit: string
  /** What the figure is held against, measured in this run; or the aim, where nothing was. */
  limit?: { what: string; value: number }
  /** Whether the aim was reached; undefined where there is none. */
  reached?: boolean
  note?: string
}

export function render(rows: Row[]): string {
  const cells = rows.map((row) => [
    row.figure,
    `${format(row.value)} ${row.unit}`,
    row.limit ? `${row.limit.what}: ${format(row.limit.value)}` : '',
    row.limit ? (row.value / row.limit.value).toFixed(3) : '',
    row.reached === undefined ? '' : row.reached ? 'reached' : 'missed',
    row.note ?? '',
  ])
  const head = ['figure', 'measured', 'against', 'ratio', 'aim', '']
  const widths = head.map((title, i) => Math.max(title.length, ...cells.map((line) => line[i]!.length)))
  const line = (parts: string[]) =>
    parts
      .map((part, i) => part.padEnd(widths[i]!))
      .join('  ')
      .trimEnd()
  return [line(head), line(widths.map((width) => '─'.repeat(width))), ...cells.map(line)].join('\n')
}

function format(value: number): string {
  return value >= 100
    ? Math.round(value).toLocaleString('en-US')
    : value.toLocaleString('en-US', { maximumFractionDigits: 2 })
}

// The rows of a list as a table, with the columns that whoever looks has chosen. A phone has cards instead.
import type { ReactNode } from 'react'
import { cx } from '#ui/class-names.ts'
import { zone } from './said.ts'
import { type OfficeKey, useOfficeWords } from './words.ts'

export interface TableColumn<Row> {
  label: OfficeKey
  cell(row: Row): ReactNode
  /** Classes of its cells; `text-end` for figures. */
  className?: string
  isMoment?: true
}

/** By name, in the order of the beginning. */
export type TableColumns<Row> = Readonly<Record<string, TableColumn<Row>>>

interface ListTableProps<Row> {
  caption: string
  columns: TableColumns<Row>
  /** Names of those that are shown, in their order. */
  shown: readonly string[]
  rows: readonly Row[]
  keyOf(row: Row): string | number
  /** Whether it is in the list no more. */
  hasLeft?(row: Row): boolean
  /** Before all columns, such as a box. */
  lead?: { label: string; cell(row: Row): ReactNode } | undefined
}

/** Classes of a row that is in the list no more. */
export const leftClass = 'text-muted [&_a]:text-muted'

export function ListTable<Row>({ caption, columns, shown, rows, keyOf, hasLeft, lead }: ListTableProps<Row>) {
  const t = useOfficeWords()
  const chosen = shown.map((name) => [name, columns[name]!] as const)
  return (
    <div className="relative mt-3 overflow-x-auto max-md:hidden">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-start text-muted *:px-2 *:py-2 *:text-start *:font-medium *:whitespace-nowrap">
            {lead && (
              <th scope="col">
                <span className="sr-only">{lead.label}</span>
              </th>
            )}
            {chosen.map(([name, { label, className, isMoment }]) => (
              <th
                key={name}
                scope="col"
                title={isMoment ? zone() : undefined}
                className={className?.includes('text-end') ? 'text-end!' : undefined}
              >
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className={cx(
                'border-b border-line *:px-2 *:py-1.5 *:align-middle hover:bg-tint',
                hasLeft?.(row) && leftClass,
              )}
            >
              {lead && <td>{lead.cell(row)}</td>}
              {chosen.map(([name, { cell, className }]) => (
                <td key={name} className={className}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

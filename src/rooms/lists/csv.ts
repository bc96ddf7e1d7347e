// Rows as the text of a file that spreadsheets open: nothing in it is a formula, and nobody's text moves what stands beside it.
import { stringify } from 'csv-stringify/sync'
import type { OfficeWords } from '#rooms/audit/hands.ts'
import type { Amount, ListColumn } from './hands.ts'

/** By it Excel knows that the file is UTF-8. */
export const BOM = '\uFEFF'

/** What turns the direction of the text around it: marks, embeddings, overrides, isolates. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
/** Ends of lines, and what is no text at all; a tab within a text stays. */
const BREAKING = /(?:(?!\t)[\p{Cc}\u2028\u2029])+/gu

/** Spreadsheets of many countries separate at semicolons, and some at tabs: a sign of a formula may come first in a cell there. */
const AFTER_SEPARATOR = /[;\t](?=[\s"]*[=+\-@＝＋－＠])/g

/** One line, as the page shows it. */
export const plainText = (text: string): string => text.replace(TURNING, '').replace(BREAKING, ' ').trim()

export interface Wording {
  t: OfficeWords
  /** IANA's name of the shop's time zone. */
  zone: string
}

/** Its first line. */
export const csvHead = (columns: readonly Pick<ListColumn<never>, 'heads'>[], { t, zone }: Wording): string =>
  lines([
    columns.flatMap(({ heads }) =>
      heads.map((head) => (typeof head === 'string' ? t(head) : `${t(head.moment)} (${zone})`)),
    ),
  ])

export function csvRows<Row>(columns: readonly ListColumn<Row>[], rows: readonly Row[], { t, zone }: Wording): string {
  // As ISO 8601 writes it, with a space for its T: what every spreadsheet takes for a moment.
  const moments = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return lines(
    rows.map((row) =>
      columns.flatMap(({ cells }) => cells(row, t).map((cell) => (cell instanceof Date ? moments.format(cell) : cell))),
    ),
  )
}

const lines = (rows: readonly (string | number | Amount | null)[][]): string =>
  stringify(
    rows.map((row) => row.map(asField)),
    {
      escape_formulas: true,
      record_delimiter: '\r\n',
      // Counts are whole; amounts have two places, a point, and no thousands.
      cast: { bigint: String, number: (value) => value.toFixed(2) },
    },
  )

/** Its type says how it is written: what is whole and no amount is a bigint. */
function asField(cell: string | number | Amount | null): string | number | bigint | null {
  if (typeof cell === 'string') return plainText(cell).replace(AFTER_SEPARATOR, "$&'")
  if (typeof cell === 'number') return Number.isInteger(cell) ? BigInt(cell) : cell
  return cell === null ? null : cell.amount
}

// How a room declares a list of its own, so that it can be taken along as a file and narrowed by views with a name.
import type { z } from 'zod'
import type { OfficeWords } from '#rooms/audit/hands.ts'

/** In units of its currency, which stands beside it: two decimals in a file, also where they are noughts. */
export interface Amount {
  amount: number
}

/** What stands in a file: a number stays one in a spreadsheet, text stays text, a moment is told in the shop's time zone. */
export type Cell = string | number | Amount | Date | null

type Word = Parameters<OfficeWords>[0]

export interface ListColumn<Row> {
  /** Words over it, those of the page's table; several where a file needs more columns than the page. Of moments the zone is told. */
  heads: readonly (Word | { moment: Word })[]
  cells(row: Row, t: OfficeWords): readonly Cell[]
}

export interface Looker {
  staffId: string
  /** Language code. */
  locale: string
  /** A visitor of a demo shop's office. */
  isDemo: boolean
}

export interface List<Query, Row> {
  /** The permission with which it is seen. */
  read: string
  /** What its call takes, without the place of the page. */
  query: z.ZodType<Query>
  /** What its call answers. */
  page(query: Query, after: string | undefined, looker: Looker): Promise<{ rows: readonly Row[]; next: string | null }>
  /** By name, in the order in which they are shown. */
  columns: Readonly<Record<string, ListColumn<Row>>>
}

export type AnyList = List<unknown, unknown>

declare module '#platform/room.ts' {
  interface Declarations {
    /** Lists of the back office, by name. */
    lists: Record<string, AnyList>
  }
}

/** Ties what its pages answer to what its columns read. */
export const defineList = <Query, Row>(list: List<Query, Row>): AnyList => list as unknown as AnyList

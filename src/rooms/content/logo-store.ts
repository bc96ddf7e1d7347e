// Every SQL statement about the shop's logo.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export type LogoPlace = 'light' | 'dark'

export interface LogoRow {
  place: LogoPlace
  pictureId: string
  width: number
  height: number
}

export const logoRows = (db: Queryable) =>
  db.query<LogoRow>(sql`
    select l.place, l.picture_id as "pictureId", u.width, u.height from logos l join uploads u on u.id = l.picture_id
    order by l.place limit 2`)

/** Whoever changes one comes after whoever does so now. */
export async function lockLogos(tx: Transaction): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('logos', 0))`)
}

/** null: the drawn mark is back. */
export async function setLogo(tx: Transaction, place: LogoPlace, pictureId: string | null): Promise<void> {
  await tx.run(
    pictureId === null
      ? sql`delete from logos where place = ${place}`
      : sql`
          insert into logos (place, picture_id) values (${place}, ${pictureId})
          on conflict (place) do update set picture_id = excluded.picture_id`,
  )
}

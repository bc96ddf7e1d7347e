// For tests: the whole database at a glance, for proving that nothing was written and that something stands nowhere.
import pg from 'pg'

/** Tables that change by themselves: counted calls, and the job library's own clockwork. */
const RESTLESS = new Set(['public.rate_limits', 'graphile_worker._private_known_crontabs'])

export interface DatabaseView {
  /** A digest of each table's rows. Two equal pictures: nothing was written between them. */
  picture(): Promise<Record<string, string>>
  /** Every row of every table as text, bytes decoded too: what a thief of the database would read. */
  dump(): Promise<string>
  close(): Promise<void>
}

export async function viewDatabase(url: string): Promise<DatabaseView> {
  const client = new pg.Client({ connectionString: url, application_name: 'test view' })
  await client.connect()

  async function tables(): Promise<string[]> {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    )
    return rows.map((row) => row.name)
  }

  return {
    async picture() {
      const names = (await tables()).filter((name) => !RESTLESS.has(name))
      const parts = names.map(
        (name) =>
          `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as rows from ${name} t`,
      )
      const { rows } = await client.query<{ name: string; rows: string }>(parts.join(' union all '))
      return Object.fromEntries(rows.map((row) => [row.name, row.rows]))
    },
    async dump() {
      const texts: string[] = []
      for (const name of await tables()) {
        const { rows } = await client.query<object>(`select * from ${name}`)
        for (const row of rows) {
          const said = (value: unknown): string =>
            Buffer.isBuffer(value) ? value.toString('latin1') : (JSON.stringify(value) ?? '')
          texts.push(`${name} ${Object.values(row).map(said).join(' ')}`)
        }
      }
      return texts.join('\n')
    },
    close: () => client.end(),
  }
}

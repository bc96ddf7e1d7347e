// Statements as text with their values beside it.
import { expect, it } from 'vitest'
import { type Fragment, fragment, sql } from './sql.ts'

const NEWEST = fragment`at desc, id`

it('makes every value a parameter, and a fragment text', () => {
  const read = (id: number, limit: number) => sql`select from a where id = ${id} order by ${NEWEST} limit ${limit}`
  expect(read(7, 1)).toMatchObject({
    text: 'select from a where id = $1 order by at desc, id limit $2',
    values: [7, 1],
  })
  expect(read(8, 2).values).toEqual([8, 2])
  expect(read(8, 2).name).toBe(read(9, 3).name)
  expect(sql`select from a where at in (${fragment`select at from b order by ${NEWEST}`})`.text).toBe(
    'select from a where at in (select at from b order by at desc, id)',
  )
})

it('knows no way to make text of a value', () => {
  const typed = 'id; drop table orders'
  expect(sql`select ${typed}`).toMatchObject({ text: 'select $1', values: [typed] })
  expect(sql`select ${{ text: typed }}`.text).toBe('select $1')
  expect(() => fragment`order by ${typed as never}`).toThrow('text of the source alone')
  expect(() => fragment([typed] as unknown as TemplateStringsArray)).toThrow('text of the source alone')
})

it('is another statement with other fragments, and the same with the same text', () => {
  const first = (by: Fragment, id: number) => sql`select from a where id > ${id} order by ${by}`
  const newest = first(NEWEST, 1)
  expect(first(fragment`id`, 2)).toMatchObject({ text: 'select from a where id > $1 order by id', values: [2] })
  expect(first(fragment`at desc, id`, 3)).toEqual({ ...newest, values: [3] })
  expect(first('id; drop table a' as never, 4)).toMatchObject({ values: [4, 'id; drop table a'] })
})

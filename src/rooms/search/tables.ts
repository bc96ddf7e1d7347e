// What the operator teaches the search.
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Texts that mean the same to the search: `gta` and `grand theft auto`. The operator's; the search takes changes up at once. */
export const searchSynonyms = pgTable(
  'search_synonyms',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    words: text().array().notNull(),
  },
  (t) => [check('search_synonyms_two_or_more', sql`cardinality(${t.words}) between 2 and 20`)],
)

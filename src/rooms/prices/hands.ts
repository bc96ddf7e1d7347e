// What the prices hand to the statements of the catalogue: which prices shoppers were asked (docs/decisions/013); what may
// be announced of them says rules.ts. `o` are offers and `p` their products.
import { fragment } from '#platform/database/sql.ts'

/**
 * The last asked price that is not the one of now, with the moment until when it was asked, if that is at most 30 days ago.
 * Where a price changed off sale that is the moment of leaving: nothing was asked from then until the return.
 */
export const ASKED_BEFORE = fragment`select until as at, price_cents from past_prices
      where offer_id = o.id and asked and price_cents <> o.price_cents
        and until > greatest(now() - interval '30 days', p.first_published_at)
      order by until desc limit 1`

/** What was asked in the 30 days before `cut.at`, that moment included, and since when. */
export const ASKED_IN_30_DAYS = fragment`select since, until, price_cents from (
          select greatest(lag(until) over (order by until), cut.at - interval '30 days', p.first_published_at, o.created_at) as since,
            until, price_cents, asked
          from past_prices
          where offer_id = o.id and until > greatest(cut.at - interval '30 days', p.first_published_at) and until <= cut.at
        ) past where asked`

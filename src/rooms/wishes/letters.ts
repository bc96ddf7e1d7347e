// What the mail about wishes says.

import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { DEFAULT_LOCALE, findLocale } from '#platform/i18n/locales.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { convert, formatMoney, fromMajor, toMajor } from '#platform/money.ts'
import type { LetterContent, MailRow } from '#rooms/mail/hands.ts'
import { type Currencies, exchangeOf } from '#rooms/money/hands.ts'
import type { Cards } from '#rooms/products/hands.ts'
import { placed } from '#rooms/products/wire.ts'
import { type NewsRow, newsOfMail } from './news-store.ts'
import { silenceToken } from './silence-link.ts'

/** The mail names so many; the list has them all. */
const NAMED = 20

export interface LetterOptions {
  db: Database
  keyring: Keyring
  origin: () => string
  currencies: Currencies
  cards: Cards
}

export function wishLetters({ db, keyring, origin, currencies, cards }: LetterOptions) {
  return {
    async wishNews(
      { wishMailId }: Record<string, string>,
      { locale }: Pick<MailRow, 'locale'>,
    ): Promise<LetterContent> {
      const rows = await newsOfMail(db, wishMailId!, NAMED)
      const [first] = rows
      // His account was closed before it was written: nothing is left to say.
      if (!first) return {}
      const currency = currencies.firstFor(findLocale(locale) ?? DEFAULT_LOCALE)
      const shown = await cards(
        rows.map(({ productId }) => productId),
        locale,
        currency?.code ?? null,
      )
      const cardOf = new Map(shown.cards.map((card) => [card.id, card]))
      const t = serverWords(locale)
      const amount = (minor: number) => formatMoney(minor, currency?.symbol ?? '$')
      /** A reduction is told with the lowest price of the 30 days before it, and only where it is one (docs/decisions/013). */
      function fact({ productId, kind, cents, skuId }: NewsRow) {
        const card = cardOf.get(productId)
        if (!card) return undefined
        const price = amount(convert(cents, exchangeOf(currency)))
        const isShown = skuId === null || shown.figures.get(productId)?.skuId === skuId
        const reduction = isShown && card.lowPrice === toMajor(cents) ? card.reduction : null
        const { slug, categorySlug } = placed(card)
        return {
          label: kind === 'reduced' ? ('letters.wish.reduced' as const) : ('letters.wish.available' as const),
          value: reduction
            ? t('letters.wish.lowest', { name: card.name, price, lowest: amount(fromMajor(reduction.lowestPrice30)) })
            : t('letters.wish.price', { name: card.name, price }),
          link: `${origin()}/${categorySlug}/${slug}${skuId === null ? '' : `?sku=${skuId}`}`,
        }
      }
      const name = cardOf.get(first.productId)?.name
      return {
        values: { game: [name, first.all > 1 && `+ ${first.all - 1}`].filter(Boolean).join(' ') },
        facts: rows.map(fact).filter((one) => one !== undefined),
        link: `${origin()}/my-wishlist`,
        leave: `${origin()}/wish-mails#token=${silenceToken(keyring, first.memberId)}`,
      }
    },
  }
}

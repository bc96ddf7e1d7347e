// The part of a page's head that only crawlers read: other languages, the card that chats and feeds show, schema.org.
import type { Thing } from 'schema-dts'
import { alternateLinks, pageAddress } from '#browser/page-links.ts'
import { findLocale } from '#platform/i18n/locales.ts'
import { translator } from '#platform/i18n/messages.ts'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import { exchangeInto, rateFromDecimal, USD_RATE } from '#platform/money.ts'
import { requestScope } from '#platform/request-scope.ts'
import type { WebsiteShell } from '#rooms/content/contract.ts'
import type { CurrencyOption } from '#rooms/money/contract.ts'
import { categoryShare, newsShare, productShare, shopShare } from './share-pictures.ts'
import * as facts from './structured-data.ts'
import type { About, Meta, Visitor } from './ui/about.ts'
import { territory } from './ui/territory.ts'

const PICTURE = { width: 1200, height: 630 }

export function servedHead(
  visitor: Visitor,
  matches: readonly { loaderData?: unknown }[],
  texts: Meta[],
  path: string | undefined,
  about: About,
) {
  // What only its author sees is told to no machine.
  if (requestScope.getStore()?.preview)
    return { meta: [{ name: 'robots', content: 'noindex' }], links: [], scripts: [] }
  const { origin, locale } = visitor
  const title = texts.flatMap((tag) => ('title' in tag ? [tag.title] : []))[0] ?? siteFacts().name
  const description = texts.flatMap((tag) => ('name' in tag && tag.name === 'description' ? [tag.content] : []))[0]
  const url = path === undefined ? undefined : pageAddress(origin, path, locale.code)
  const picture = pictureOf(about, visitor)
  const property = (name: string, content: string) => ({ property: `og:${name}`, content })
  return {
    meta: [
      property('site_name', siteFacts().name),
      property('type', about.kind === 'news' ? 'article' : about.kind === 'product' ? 'product' : 'website'),
      property('title', nameOf(about) ?? title),
      ...(description ? [property('description', description)] : []),
      ...(url ? [property('url', url)] : []),
      property('locale', territory(locale.tag)),
      property('image', `${origin}${picture.path}`),
      property('image:type', 'image/jpeg'),
      property('image:width', String(PICTURE.width)),
      property('image:height', String(PICTURE.height)),
      property('image:alt', picture.alt),
      { name: 'twitter:card', content: 'summary_large_image' },
    ],
    links: path === undefined ? [] : alternateLinks(visitor, path),
    // Last in the head: what the page needs to be drawn comes first.
    scripts: url
      ? [dataBlock(graphOf({ origin, url, title, description, tag: locale.tag }, visitor, matches, about))]
      : [],
  }
}

/** No text of a shopper or operator ends the block: `<` stands as its escape, which JSON reads as the same character. */
function dataBlock(data: object) {
  return { type: 'application/ld+json', children: JSON.stringify(data).replaceAll('<', '\\u003c') }
}

function nameOf(about: About): string | undefined {
  if (about.kind === 'product') return about.detail.info.name
  return about.kind === 'news' ? about.article.title : about.kind === 'category' ? about.category.name : undefined
}

function pictureOf(about: About, { locale }: Visitor): { path: string; alt: string } {
  switch (about.kind) {
    case 'product': {
      const { info } = about.detail
      return { path: productShare(siteFacts().name, info), alt: info.name }
    }
    case 'category': {
      const { id, name } = about.category
      return { path: categoryShare(siteFacts().name, id, name, locale.code), alt: name }
    }
    case 'news': {
      const { id, title, imgUrl } = about.article
      return { path: newsShare(siteFacts().name, id, title, imgUrl, locale.code), alt: title }
    }
    default: {
      const line = translator(locale)('home.heading')
      return { path: shopShare(siteFacts().name, line, locale.code), alt: `${siteFacts().name}: ${line}` }
    }
  }
}

function graphOf(page: facts.PageFacts, visitor: Visitor, matches: readonly { loaderData?: unknown }[], about: About) {
  const { origin, locale } = visitor
  const { website, currencies = [] } = (matches[0]?.loaderData ?? {}) as {
    website?: WebsiteShell
    currencies?: CurrencyOption[]
  }
  const t = translator(locale)
  const address = (path: string) => pageAddress(origin, path, locale.code)
  const image = `${origin}${pictureOf(about, visitor).path}`
  /** The way from the home page to this one. */
  const way = (...steps: { label: string; href?: string }[]) =>
    facts.breadcrumbs(
      [{ label: t('list.home'), href: '/' }, ...steps].map(({ label, href }) => ({
        name: label,
        url: href === undefined ? page.url : address(href),
      })),
    )
  const nodes = (): (Thing | undefined)[] => {
    switch (about.kind) {
      case 'home':
        return [
          facts.webPage(page),
          facts.site(page, siteFacts().name),
          facts.shop(page, {
            name: siteFacts().name,
            logo: `${origin}${LOGO}`,
            shell: website,
          }),
          ...(about.bestSellers.length > 0
            ? [facts.productList(t('home.bestSellers'), about.bestSellers, address)]
            : []),
        ]
      case 'product': {
        const { info, ratings } = about.detail
        return [
          facts.webPage(page, 'ItemPage'),
          way(
            ...info.ancestors.map((one) => ({ label: one.name, href: `/${one.slug}` })),
            { label: info.className, href: `/${info.categorySlug}` },
            { label: info.name },
          ),
          facts.product(about.detail, { origin, url: page.url, image, ratings }, pricing(visitor.currency, currencies)),
        ]
      }
      case 'category': {
        const { category, rows, total, first } = about
        return [
          facts.webPage(page, 'CollectionPage'),
          way(...category.ancestors.map((one) => ({ label: one.name, href: `/${one.slug}` })), {
            label: category.name,
          }),
          ...(rows.length > 0 ? [facts.productList(category.name, rows, address, { total, first })] : []),
        ]
      }
      case 'news':
        return [
          facts.webPage(page),
          way({ label: t('content.news.title'), href: '/news' }, { label: about.article.title }),
          facts.newsArticle(about.article, {
            ...page,
            // Where there is no translation yet, the piece stands in English on the page.
            tag: findLocale(about.article.language)?.tag ?? page.tag,
            image,
          }),
        ]
      case 'page':
        return [facts.webPage(page, about.type), ...(about.crumbs ? [way(...about.crumbs)] : [])]
    }
  }
  return facts.graph(nodes())
}

/** The logo among the app icons, see icons.ts. */
const LOGO = '/media/icons/512.png'

/** In the visitor's currency if the shop has it, as the page shows it, else in dollars. */
function pricing(code: string, currencies: CurrencyOption[]): facts.Pricing {
  const currency = currencies.find(({ moneyType }) => moneyType === code) ?? currencies[0]
  return currency
    ? {
        currency: currency.moneyType,
        exchange: exchangeInto(currency.moneyType, rateFromDecimal(currency.moneyRate.toFixed(8))),
      }
    : { currency: 'USD', exchange: exchangeInto('USD', USD_RATE) }
}

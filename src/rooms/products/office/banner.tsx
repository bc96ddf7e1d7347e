// Banners as pages of the office need them.
import type { officeCall } from '#browser/office-calls.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { sayMoment } from '#rooms/staff/office/said.ts'
import { type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Badge } from '#ui/badge.tsx'

export type Banner = Awaited<ReturnType<typeof officeCall<'GET /office/banners/{id}'>>>

/** In how many languages a text of it is missing that it has in English. */
export const missingIn = ({ title, line }: Banner) =>
  LOCALES.filter(({ code }) => !title[code] || (line['en-US'] && !line[code])).length

export function BannerBadge({ banner: { isOn, isShown, isBehind, fromAt } }: { banner: Banner }) {
  const t = useOfficeWords()
  if (isBehind) return <Badge tone="warn">{t('shelves.banner.behind')}</Badge>
  if (isShown) return <Badge tone="good">{t('shelves.banner.shown')}</Badge>
  if (!isOn) return <Badge>{t('shelves.banner.off')}</Badge>
  const isAhead = fromAt !== null && Date.parse(fromAt) > Date.now()
  return <Badge tone="warn">{t(isAhead ? 'shelves.banner.ahead' : 'shelves.banner.over')}</Badge>
}

/** Empty: always. */
export function sayPeriod(t: TranslateOffice, { fromAt, untilAt }: Banner): string {
  return [
    fromAt && t('shelves.banner.fromAt', { at: sayMoment(t, fromAt) }),
    untilAt && t('shelves.banner.untilAt', { at: sayMoment(t, untilAt) }),
  ]
    .filter(Boolean)
    .join(' ')
}

export const BannerPicture = ({ img }: Pick<Banner, 'img'>) => (
  <img
    src={img.replace('/1680.', '/840.')}
    alt=""
    width={840}
    height={360}
    loading="lazy"
    className="aspect-21/9 w-full rounded-control bg-tint object-cover"
  />
)

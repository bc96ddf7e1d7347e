// Making, changing and removing what the home page begins with.
import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import type { FieldChange, FieldValue } from '#platform/field-changes.ts'
import { notFound, refused } from '#platform/http/errors.ts'
import { audit, type Who } from '#rooms/audit/hands.ts'
import * as store from '#rooms/content/hands.ts'
import { isBannerLink, LONGEST_BANNER } from '#rooms/content/rules.ts'
import { unlessGone } from './change-picture.ts'
import { beforeAndAfter, changesOf, wrong } from './changing.ts'
import { checkText, checkTextField, isPlace, textFields, withText } from './localized-fields.ts'

export interface NewBanner {
  title: string
  line: string
  link: string
  genre: string
}

const subject = (id: number) => ({ kind: 'banner', id: String(id) }) as const

export function changingBanners(db: Database) {
  return {
    create: ({ title, line, link, genre }: NewBanner, by: Who) =>
      db.transaction(async (tx) => {
        checkText('title', title, LONGEST_BANNER.title)
        checkTextField('line', line, LONGEST_BANNER.line)
        if (!isBannerLink(link)) throw wrong('link', 'shelves.linkShape')
        const texts = { title: { 'en-US': title }, line: withText({}, 'line.en-US', line) }
        const id = await store.addBanner(tx, { ...texts, link, genre, seed: randomUUID().slice(0, 8) })
        if (id === undefined) throw refused('shelves.refused.manyBanners', { most: store.MOST_BANNERS })
        await audit(tx, { by, act: 'banner.create', subject: subject(id), after: { title, line, link, genre } })
        return id
      }),

    save: (id: number, wanted: readonly FieldChange[], by: Who) =>
      db.transaction(async (tx) => {
        const banner = await store.lockBanner(tx, id)
        if (!banner) throw notFound()
        const changes = changesOf(fieldsOf(banner), wanted)
        for (const { field, after } of changes) setField(banner, field, after)
        if (changes.length === 0) return
        const { fromAt, untilAt } = banner
        if (fromAt && untilAt && untilAt <= fromAt) throw wrong('untilAt', 'shelves.untilBefore')
        await store.changeBanner(tx, banner)
        await audit(tx, {
          ...{ by, act: 'banner.change', subject: subject(id) },
          ...beforeAndAfter(changes),
        })
      }),

    /** `rtl`: the one for languages that are read from the right. Null: it is drawn again, or the same as for all others. */
    show: (
      id: number,
      { pictureId, seen, rtl }: { pictureId: string | null; seen: string | null; rtl: boolean },
      by: Who,
    ) =>
      db.transaction(async (tx) => {
        const banner = await store.lockBanner(tx, id)
        if (!banner) throw notFound()
        const field = rtl ? 'rtlPicture' : 'picture'
        const before = rtl ? banner.rtlPictureId : banner.pictureId
        if (before !== seen) throw refused('catalogue.refused.changed')
        if (pictureId === before) return
        await unlessGone(store.setBannerPicture(tx, id, pictureId, rtl))
        await audit(tx, {
          ...{ by, act: 'banner.picture', subject: subject(id) },
          before: { [field]: before },
          after: { [field]: pictureId },
        })
      }),

    remove: (id: number, seen: string, by: Who, reason: string) =>
      db.transaction(async (tx) => {
        const banner = await store.lockBanner(tx, id)
        if (!banner) throw notFound()
        if (banner.seen !== seen) throw refused('catalogue.refused.changed')
        await store.removeBanner(tx, id)
        const { title, line, link } = banner
        await audit(tx, {
          ...{ by, act: 'banner.remove', subject: subject(id), reason },
          before: { title: title['en-US'] ?? '', line: line['en-US'] ?? '', link },
        })
      }),
  }
}

const fieldsOf = (banner: store.WholeBanner): Record<string, FieldValue> => ({
  ...textFields('title', banner.title),
  ...textFields('line', banner.line),
  ...{ link: banner.link, position: banner.position, isOn: banner.isOn, genre: banner.genre, seed: banner.seed },
  fromAt: banner.fromAt?.toISOString() ?? '',
  untilAt: banner.untilAt?.toISOString() ?? '',
})

/** Throws 400 where it may not hold this. */
function setField(banner: store.WholeBanner, field: string, value: FieldValue): void {
  if (field.startsWith('title.')) {
    checkTextField(field, value, LONGEST_BANNER.title)
    banner.title = withText(banner.title, field, value)
  } else if (field.startsWith('line.')) {
    checkTextField(field, value, LONGEST_BANNER.line, true)
    banner.line = withText(banner.line, field, value)
  } else if (field === 'position') {
    if (!isPlace(value)) throw wrong(field, 'catalogue.positionShape')
    banner.position = Number(value)
  } else if (field === 'isOn') {
    if (typeof value !== 'boolean') throw wrong(field, 'error.invalid')
    banner.isOn = value
  } else if (field === 'fromAt' || field === 'untilAt') banner[field] = readMoment(field, value)
  else setPlain(banner, field as 'link' | 'genre' | 'seed', value)
}

function setPlain(banner: store.WholeBanner, field: 'link' | 'genre' | 'seed', value: FieldValue): void {
  if (typeof value !== 'string') throw wrong(field, 'error.invalid')
  if (field === 'link' && !isBannerLink(value)) throw wrong(field, 'shelves.linkShape')
  if (field !== 'link') checkText(field, value, LONGEST_BANNER.seed)
  banner[field] = value
}

/** Empty: no bound. */
function readMoment(field: string, value: FieldValue): Date | null {
  if (value === '') return null
  const at = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{5,12}Z$/.test(value) ? new Date(value) : null
  if (!at || Number.isNaN(at.getTime())) throw wrong(field, 'catalogue.dateShape')
  return at
}

// Serves the back office what the home page begins with.
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/http/errors.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { whoAsks } from '#rooms/audit/hands.ts'
import { banner, bannerPicture, bannerRows, type WholeBanner } from '#rooms/content/hands.ts'
import { BANNERS_AT_ONCE } from '#rooms/content/rules.ts'
import { changingBanners } from './change-banner.ts'
import { bannersOffice } from './office-banner-contract.ts'

export function bannersOfficeCalls(db: Database) {
  const banners = changingBanners(db)
  return serves(bannersOffice, {
    'GET /office/banners': async () => ({ rows: (await bannerRows(db)).map(view) }),

    'GET /office/banners/{id}': async ({ params: { id } }) => {
      const row = await banner(db, id)
      if (!row) throw notFound()
      return view(row)
    },

    'POST /office/banners': async ({ body }, caller) => ({ id: await banners.create(body, whoAsks(caller)) }),

    'POST /office/banners/{id}': async ({ params: { id }, body }, caller) => {
      await banners.save(id, body.changes, whoAsks(caller))
      return null
    },

    'POST /office/banners/{id}/picture': async ({ params: { id }, body }, caller) => {
      await banners.show(id, body, whoAsks(caller))
      return null
    },

    'POST /office/banners/{id}/remove': async ({ params: { id }, body: { seen, reason } }, caller) => {
      await banners.remove(id, seen, whoAsks(caller), reason)
      return null
    },
  } satisfies Handlers<typeof bannersOffice>)
}

const view = ({ fromAt, untilAt, before, ...row }: WholeBanner) => ({
  ...row,
  isBehind: row.isShown && before >= BANNERS_AT_ONCE,
  img: bannerPicture(row.id, row, false).path,
  imgRtl: bannerPicture(row.id, row, true).path,
  fromAt: fromAt?.toISOString() ?? null,
  untilAt: untilAt?.toISOString() ?? null,
})

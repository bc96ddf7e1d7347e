// Serves the shop's logo, and changes it.
import type { Database } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import type { SiteFacts } from '#platform/request-scope.ts'
import { audit, type Who, whoAsks } from '#rooms/audit/hands.ts'
import { LOGO_RATIO, type LogoPlace, lockLogos, logoRows, setLogo } from '#rooms/content/hands.ts'
import { PictureRefused, storePicture } from '#rooms/pictures/hands.ts'
import { logoOffice } from './office-logo-contract.ts'

export function logoOfficeCalls({ db, site }: { db: Database; site: () => SiteFacts }) {
  async function change(place: LogoPlace, { pictureId, seen }: Record<'pictureId' | 'seen', string | null>, by: Who) {
    await db.transaction(async (tx) => {
      await lockLogos(tx)
      const before = (await logoRows(tx)).find((row) => row.place === place)?.pictureId ?? null
      if (before !== seen) throw refused('logo.refused.changed')
      if (before === pictureId) return
      await setLogo(tx, place, pictureId).catch((error) => {
        // Uploaded more than a day ago, and forgotten since.
        throw (error as { code?: string }).code === '23503' ? refused('pictures.refused.gone') : error
      })
      const row = (await logoRows(tx)).find((one) => one.place === place)
      const ratio = row ? row.width / row.height : 1
      if (ratio < LOGO_RATIO.least || ratio > LOGO_RATIO.most) throw refused('logo.refused.shape')
      await audit(tx, {
        ...{ by, act: 'setting.logo', subject: { kind: 'setting', id: `shop.logo.${place}` } },
        before: { picture: before },
        after: { picture: pictureId },
      })
    })
  }

  return serves(logoOffice, {
    'GET /office/logo': async () => {
      const { name, logo } = site()
      return { shop: name, light: logo?.light ?? null, dark: logo?.dark ?? null }
    },

    'GET /office/logo/pictures': async () => {
      const rows = await logoRows(db)
      const shown = (place: LogoPlace) => rows.find((row) => row.place === place)?.pictureId ?? null
      return { light: shown('light'), dark: shown('dark') }
    },

    'POST /office/logo/file': async ({ body }, caller) => {
      try {
        return { id: await storePicture(db, Buffer.from(body.bytes), { staysClear: true, by: whoAsks(caller).email }) }
      } catch (error) {
        throw error instanceof PictureRefused ? refused(`pictures.refused.${error.reason}`) : error
      }
    },

    'POST /office/logo/{place}': async ({ params: { place }, body }, caller) => {
      await change(place, body, whoAsks(caller))
      return null
    },
  } satisfies Handlers<typeof logoOffice>)
}

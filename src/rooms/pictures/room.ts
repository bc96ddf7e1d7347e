// Pictures, uploaded or drawn: made in a size when it is first asked for, or ahead, then kept as files.
import { join } from 'node:path'
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { type Variables, valuesOf, whole } from '#platform/variables.ts'
import { drawAhead } from './draw-ahead.ts'
import { keepPictures, type Waiter } from './kept.ts'
import { createMedia, type Picture, type PictureKind } from './media.ts'
import { forgetUploads, uploadContent, uploadSource } from './store.ts'

declare module '#platform/room.ts' {
  interface Declarations {
    /** By the name under which they stand, `/media/{kind}/…`. */
    pictures: Record<string, PictureKind>
  }
}

/** Far more than visitors ask for of what nobody has seen before them. */
const VARIABLES: Variables<{ PICTURES_PER_MINUTE: number }> = {
  name: 'pictures',
  shape: { PICTURES_PER_MINUTE: whole(1, 1_000_000_000).default(1_200) },
  setTogether: [],
  refusals: () => [],
}

/** Across. */
const THUMBNAIL_PX = 480

export const picturesRoom = defineRoom({
  name: 'pictures',
  needs: {},
  variables: () => VARIABLES,
  open({ config, db, log, declared }) {
    const pictures = keepPictures({
      folder: join(config.dataDir, 'media'),
      ceiling: config.picturesBytes,
      perMinute: valuesOf(config, VARIABLES).PICTURES_PER_MINUTE,
      log,
    })
    const contentOf = (upload: string) => uploadContent(db, upload)
    const media = createMedia({
      kinds: () => declared('pictures'),
      pictures,
      sourceOf: (upload) => uploadSource(db, upload),
    })
    /** Of a whole one, for people of the office who look through all of them. */
    async function thumbnail(upload: string, waiter: Waiter): Promise<Buffer> {
      const file = join('library', upload.slice(0, 2), `${upload}.webp`)
      const kept = await pictures.find(file)
      if (kept) return kept
      const make = async () => {
        const { cutPicture } = await import('./cut.ts')
        const how = {
          shape: null,
          widest: THUMBNAIL_PX,
          width: THUMBNAIL_PX,
          format: 'webp',
          staysClear: true,
        } as const
        return cutPicture(await contentOf(upload), how)
      }
      return pictures.draw(file, make, waiter)
    }
    const ahead = drawAhead({ draw: media.ahead, most: config.picturesAhead, log })
    return {
      hands: {
        pictures,
        contentOf,
        thumbnail,
        want: ahead.want,
        drawFirst: ahead.drawFirst,
        /** What it is made from: SVG, or the bytes of what was uploaded. */
        sourceOf: (picture: Picture) => ('upload' in picture ? contentOf(picture.upload) : picture.svg()),
      },
      jobs: [
        forgetDaily(db, 'uploads', { days: 1, minute: 35, forget: (_, days, limit) => forgetUploads(db, days, limit) }),
      ],
      responders: [{ prefix: '/media/', answer: media.answer }],
      close: ahead.close,
    }
  },
})

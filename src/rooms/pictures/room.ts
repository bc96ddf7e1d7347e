// Pictures, uploaded or drawn: made in a size when it is first asked for, or ahead, then kept as files.
import { join } from 'node:path'
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { drawAhead } from './draw-ahead.ts'
import { keepPictures } from './kept.ts'
import { createMedia, type Picture, type PictureKind } from './media.ts'
import { forgetUploads, uploadContent, uploadSource } from './store.ts'

declare module '#platform/room.ts' {
  interface Declarations {
    /** By the name under which they stand, `/media/{kind}/…`. */
    pictures: Record<string, PictureKind>
  }
}

export const picturesRoom = defineRoom({
  name: 'pictures',
  needs: {},
  open({ config, db, log, declared }) {
    const pictures = keepPictures({ folder: join(config.dataDir, 'media'), ceiling: config.picturesBytes, log })
    const contentOf = (upload: string) => uploadContent(db, upload)
    const media = createMedia({
      kinds: () => declared('pictures'),
      pictures,
      sourceOf: (upload) => uploadSource(db, upload),
    })
    const ahead = drawAhead({ draw: media.ahead, most: config.picturesAhead, log })
    return {
      hands: {
        pictures,
        contentOf,
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

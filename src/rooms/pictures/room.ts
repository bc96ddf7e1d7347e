// Pictures: drawn when they are first asked for, or ahead, then kept as files.
import { join } from 'node:path'
import { defineRoom } from '#platform/room.ts'
import { drawAhead } from './draw-ahead.ts'
import { keepPictures } from './kept.ts'
import { createMedia, type PictureKind } from './media.ts'

declare module '#platform/room.ts' {
  interface Declarations {
    /** By the name under which they stand, `/media/{kind}/…`. */
    pictures: Record<string, PictureKind>
  }
}

export const picturesRoom = defineRoom({
  name: 'pictures',
  needs: {},
  open({ config, log, declared }) {
    const pictures = keepPictures({ folder: join(config.dataDir, 'media'), ceiling: config.picturesBytes, log })
    const media = createMedia({ kinds: () => declared('pictures'), pictures })
    const ahead = drawAhead({ draw: media.ahead, most: config.picturesAhead, log })
    return {
      hands: { pictures, want: ahead.want, drawFirst: ahead.drawFirst },
      responders: [{ prefix: '/media/', answer: media.answer }],
      close: ahead.close,
    }
  },
})

// What somebody writes in the back office, seen in the shop before it is saved (docs/decisions/074).
import { defineRoom } from '#platform/room.ts'
import { FORGET_PREVIEWS } from './jobs.ts'
import { keepsPreviews, pagePreviews } from './previews.ts'
import { forgetPreviews } from './store.ts'

const AT_ONCE = 100

export const previewsRoom = defineRoom({
  name: 'previews',
  needs: {},
  open: ({ db }) => ({
    hands: keepsPreviews(db),
    pages: { previews: pagePreviews(db) },
    jobs: [
      FORGET_PREVIEWS.does(
        async () => {
          while ((await forgetPreviews(db, AT_ONCE)) === AT_ONCE);
        },
        { cron: '*/15 * * * *' },
      ),
    ],
  }),
})

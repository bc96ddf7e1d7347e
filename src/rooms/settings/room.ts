// What an operator changes while the shop runs, in the back office; each setting is declared by the room that reads it.
import { mergeCalls } from '#platform/http/serve.ts'
import { defineRoom } from '#platform/room.ts'
import { contentRoom } from '#rooms/content/room.ts'
import { previewsRoom } from '#rooms/previews/room.ts'
import { contactCalls } from './contact-calls.ts'
import { settingsOfficeCalls } from './office-calls.ts'
import { logoOfficeCalls } from './office-logo.ts'
import { pagesCalls } from './pages-calls.ts'

export const settingsRoom = defineRoom({
  name: 'settings',
  needs: { content: contentRoom, previews: previewsRoom },
  open: ({ db, settings }, { content: { site }, previews }) => ({
    calls: mergeCalls(
      settingsOfficeCalls({ db, settings }),
      logoOfficeCalls({ db, site }),
      contactCalls(db),
      pagesCalls(db, previews),
    ),
    declares: {
      permissions: {
        'settings.read': ['manager', 'bookkeeper', 'reader'],
        'settings.write': ['manager'],
        'content.read': ['manager', 'catalogue', 'support', 'reader'],
        'content.write': ['manager', 'catalogue'],
      },
      histories: { setting: 'settings.read', contact: 'settings.read', page: 'content.read' },
    },
  }),
})

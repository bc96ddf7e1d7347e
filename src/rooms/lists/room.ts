// What every list of the back office has: files of it, columns that each person chooses, views with a name.
import { defineRoom } from '#platform/room.ts'
import { TIME_ZONE } from '#platform/settings/time-zone.ts'
import { auditList } from './audit-list.ts'
import { listFiles } from './files.ts'
import { FORGET_FILES, LIST_FILE } from './jobs.ts'
import { personalViews } from './personal.ts'
import { forgetFiles, viewNames } from './store.ts'
import { listsOfficeCalls } from './view-calls.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    'list-file': unknown
  }
}

const AT_ONCE = 10

export const listsRoom = defineRoom({
  name: 'lists',
  needs: {},
  // A file is gone after a day.
  secrets: { 'list-file': 'passing' },
  open({ db, keyring, settings, declared }) {
    const lists = () => declared('lists')
    const listOf = (name: string) => (Object.hasOwn(lists(), name) ? lists()[name] : undefined)
    const files = listFiles({ db, keyring, listOf, zone: () => settings.read(TIME_ZONE) })
    return {
      calls: listsOfficeCalls({ db, files, lists }),
      jobs: [
        LIST_FILE.does(({ fileId }) => files.run(fileId)),
        FORGET_FILES.does(
          async () => {
            while ((await forgetFiles(db, AT_ONCE)) === AT_ONCE);
          },
          { cron: '*/15 * * * *' },
        ),
      ],
      declares: {
        lists: {
          audit: auditList({
            db,
            settings,
            showsPersons: () => declared('showsPersons'),
            subjects: () => ({ names: declared('subjectNames'), meant: declared('subjectMeant') }),
          }),
        },
        ...{ personal: { lists: personalViews(db) }, subjectNames: { view: viewNames } },
        permissions: {
          'orders.export': ['manager', 'bookkeeper'],
          'catalogue.export': ['manager', 'catalogue'],
          'vault.exportBatches': ['manager'],
          'inbox.export': ['manager'],
          'audit.export': ['manager'],
          'lists.share': ['manager'],
        },
      },
    }
  },
})

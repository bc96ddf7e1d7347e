// What members wish for, and the mails that tell them of it.
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { moneyRoom } from '#rooms/money/room.ts'
import { productsRoom } from '#rooms/products/room.ts'
import { wishesCalls } from './api.ts'
import { wishLetters } from './letters.ts'
import { spreadNews } from './news.ts'
import { forgetNews, isMailWanted } from './news-store.ts'
import { wishesOf } from './personal.ts'
import { forgetRemoved } from './store.ts'
import { showsWishes } from './views.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    wishes: unknown
  }
}

export const wishesRoom = defineRoom({
  name: 'wishes',
  needs: { products: productsRoom, currencies: moneyRoom },
  // The link in a mail of years ago still ends these mails.
  secrets: { wishes: 'kept' },
  open: ({ db, keyring, origin, mailDomain }, { products: { catalogue, cards }, currencies }) => ({
    calls: wishesCalls({ db, keyring, show: showsWishes({ db, catalogue, cards }) }),
    jobs: [
      forgetDaily(db, 'wishes', { days: 1, minute: 37, forget: forgetRemoved }),
      forgetDaily(db, 'wishNews', { days: 60, minute: 42, forget: forgetNews }),
    ],
    ticks: [{ name: 'wishes.spreadNews', everyMs: 15_000, run: () => spreadNews({ db, mailDomain }) }],
    declares: {
      mails: wishLetters({ db, keyring, origin, currencies, cards }),
      mailsHold: { wishNews: ({ wishMailId }) => isMailWanted(db, wishMailId!) },
      personal: { wishes: wishesOf(db) },
    },
  }),
})

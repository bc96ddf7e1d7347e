// The demo shop's goods, all of them. Start reading at types.ts.
import { actionGames } from './products/action.ts'
import { rpgGames } from './products/rpg.ts'
import { steamWallet } from './products/steam-wallet.ts'
import type { DemoProduct } from './types.ts'

export const products: readonly DemoProduct[] = [...actionGames, ...rpgGames, ...steamWallet]

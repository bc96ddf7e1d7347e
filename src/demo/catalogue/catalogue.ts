// The demo shop's goods, all of them. Start reading at types.ts.
import { mobileAccounts, pcAccounts } from './products/accounts.ts'
import { actionGames } from './products/action.ts'
import { adventureGames } from './products/adventure.ts'
import { nintendoGames, playstationGames, xboxGames } from './products/console.ts'
import { nintendoCards, playstationCards, xboxCards } from './products/gift-cards.ts'
import { horrorGames } from './products/horror.ts'
import { memberships } from './products/memberships.ts'
import { mobileCards } from './products/mobile-cards.ts'
import { mobilePoints, pcPoints } from './products/points.ts'
import { indieGames, puzzleGames } from './products/puzzle-indie.ts'
import { racingGames, sportsGames } from './products/racing-sports.ts'
import { rpgGames } from './products/rpg.ts'
import { shooterGames } from './products/shooter.ts'
import { simulationGames } from './products/simulation.ts'
import { steamWallet } from './products/steam-wallet.ts'
import { strategyGames } from './products/strategy.ts'
import { survivalGames } from './products/survival.ts'
import type { DemoProduct } from './types.ts'

export const products: readonly DemoProduct[] = [
  ...actionGames,
  ...rpgGames,
  ...shooterGames,
  ...strategyGames,
  ...simulationGames,
  ...adventureGames,
  ...survivalGames,
  ...horrorGames,
  ...racingGames,
  ...sportsGames,
  ...puzzleGames,
  ...indieGames,
  ...playstationGames,
  ...xboxGames,
  ...nintendoGames,
  ...steamWallet,
  ...playstationCards,
  ...xboxCards,
  ...nintendoCards,
  ...mobileCards,
  ...memberships,
  ...pcPoints,
  ...mobilePoints,
  ...pcAccounts,
  ...mobileAccounts,
]

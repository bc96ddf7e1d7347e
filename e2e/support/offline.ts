// What tests of a lost connection share: what is pressed, and what may be asked for and reported meanwhile.
import type { Page } from '@playwright/test'
import { expect, wordsOf } from './fixtures.ts'

const t = wordsOf('en-US')

export const GAME = '/rpg-games/elden-ring'
export const EMAIL = 'ada@trade.example'

export const button = (key: string) => (page: Page) =>
  page
    .getByRole('button', { name: t(key), exact: true })
    .filter({ visible: true })
    .first()

/** Which code is asked for from now on: without a connection none, for some browsers never ask for it again. */
export function codeAsked(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/.*\.js$/.test(request.url())) asked.push(request.url())
  })
  return asked
}

/** What the browser itself reports of the lost connection is wanted; an error that nobody caught is not. */
export function forgetLost(troubles: string[]) {
  expect(troubles.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  troubles.splice(0)
}

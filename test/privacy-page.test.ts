// What the shop keeps in a browser, and for how long it keeps what, as the demo's privacy page and docs/decisions/012 tell it, is
// what the code does: whoever adds a cookie or a key of the browser's storage finds here what has to name it.
import { randomBytes, randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { REMEMBERED } from '#browser/consent.ts'
import { contentLanguages, demoInfos } from '#demo/content.ts'
import { Keyring } from '#platform/crypto.ts'
import { uncounted } from '#platform/http/by-secret.ts'
import type { Asker } from '#platform/http/principal.ts'
import { PRIVACY_PAGE } from '#rooms/content/rules.ts'
import { createAccessCookies, DAYS_AFTER_CLOSING } from '#rooms/orders/buyer/access-cookies.ts'
import { sessionCookies } from '#rooms/sessions/cookies.ts'
import { officeCookie } from '#rooms/staff/cookie.ts'
import { readConfig } from '#server/config.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const sources = globSync('src/**/*.{ts,tsx,html}', { cwd: ROOT }).filter(
  (file) => !/\.test(ing)?\.tsx?$/.test(file) && !file.startsWith('src/simulators/'),
)
const filesWith = (what: RegExp) => sources.filter((file) => what.test(read(file))).sort()

type Names = RegExp | ((asker: Asker) => void)

/** Which cookies a file sets: those of the server by letting it, the others by what is written there. */
const COOKIES: Record<string, Names> = {
  'src/apps/shop/frame/header/use-nav-index.ts': /writeCookie\('(\w+)'/g,
  'src/browser/consent.ts': /writeCookie\('(\w+)'/g,
  'src/platform/http/pages.ts': /'set-cookie', `(\w+)=/g,
  'src/rooms/cart/ui/cart-store.ts': /writeCookie\('(\w+)'/g,
  'src/rooms/money/ui/preferences.ts': /\b(?:keep|share)\('(\w+)'/g,
  'src/rooms/orders/buyer/access-cookies.ts'(asker) {
    const cookies = createAccessCookies({ keyring: new Keyring([randomBytes(32)]), https: false })
    cookies.setHeld(asker, [{ orderId: randomUUID(), kind: 'made', cookieVersion: 1, linkVersion: 1, end: 0 }])
    cookies.browser(asker).keep()
  },
  'src/rooms/sessions/cookies.ts'({ setCookie }) {
    const cookies = sessionCookies({ https: false, domain: undefined })
    cookies.set(setCookie, { token: cookies.newToken(), username: 'ada', seconds: 60 })
    cookies.setDevice(setCookie, cookies.newDevice())
  },
}
/** Of whoever runs the shop: the record names them, the page of its visitors does not. */
const STAFF_COOKIES: Record<string, Names> = {
  'src/rooms/mail/sandbox-mail.ts': /^const COOKIE = '(\w+)'/gm,
  'src/rooms/staff/cookie.ts'({ setCookie }) {
    officeCookie(false).set(setCookie, 'token')
    officeCookie(false).setDevice(setCookie, 'token')
  },
}
/** Where cookies of others pass through. */
const PASSED = ['cookies', 'principal', 'serve'].map((name) => `src/platform/http/${name}.ts`)

/** The keys of the browser's storage that are more than a constant of their file. */
const STORED: Record<string, string[]> = {
  'src/apps/office/index.html': ['theme'],
  'src/browser/consent.ts': [...REMEMBERED],
  'src/rooms/checkout/ui/waiting-mark.ts': ['checkout…'],
  'src/ui/typed-here.ts': ['draft:…', 'checkout…', 'typed-by', 'typed-left'],
}

function namesIn([file, names]: [string, Names]): string[] {
  const set: string[] = []
  if (names instanceof RegExp) set.push(...[...read(file).matchAll(names)].map(([, name]) => name!))
  else
    names({
      ...{ requestId: '', locale: 'en-US', address: '192.0.2.1', country: undefined, headers: new Headers() },
      setCookie: (cookie) => set.push(cookie.split('=', 1)[0]!),
      bySecret: uncounted,
    })
  expect(set, file).not.toEqual([])
  return set
}

const rising = (a: number, b: number) => a - b
const distinct = (names: readonly string[]) => [...new Set(names)].sort()
const cookiesOf = (files: Record<string, Names>) => distinct(Object.entries(files).flatMap(namesIn))
const quoted = (text: string) => distinct([...text.matchAll(/`([\w:-]+…?)`/g)].map(([, name]) => name!))

/** What the table of the record names where it says that it is kept in such a place. */
const recorded = (place: RegExp) => {
  const cells = read('docs/decisions/012-consent.md')
    .split('\n')
    .map((line) => line.split('|')[2] ?? '')
  return quoted(cells.filter((cell) => place.test(cell)).join())
}

test('every file that sets a cookie, or keeps something in the browser otherwise, is known here', () => {
  expect(filesWith(/\b(?:writeCookie|setCookie)\(|['"]set-cookie['"]|document\.cookie = |cookieStore/)).toEqual(
    distinct([...PASSED, ...Object.keys(COOKIES), ...Object.keys(STAFF_COOKIES)]),
  )
  expect(filesWith(/\bindexedDB\b|\bcaches\.|serviceWorker\.register|navigator\.storage/)).toEqual([])
})

test('the record names all cookies and all keys of the browser’s storage, and no others', () => {
  expect(recorded(/cookie/).filter((name) => name !== '__Host-')).toEqual(cookiesOf({ ...COOKIES, ...STAFF_COOKIES }))
  const keys = filesWith(/\b(?:local|session)Storage\b/).flatMap((file) => {
    const own = [...read(file).matchAll(/^const (?:key|KEY|KEPT|SIGNAL|SUBMITTED) = '([\w-]+)'/gm)].map(
      ([, key]) => key!,
    )
    const all = [...own, ...(STORED[file] ?? [])]
    expect(all, file).not.toEqual([])
    return all
  })
  expect(recorded(/storage/)).toEqual(distinct(keys))
})

const pages = demoInfos().find(({ type }) => type === PRIVACY_PAGE.type)!.content as Record<string, string>
/** What is counted in digits, line by line; languages that have a word for one need none for it. */
const numbers = (text: string) =>
  text.split('\n').map((line) =>
    (line.match(/\d+/g) ?? [])
      .filter((number) => number !== '1')
      .map(Number)
      .sort(rising),
  )

describe.each(contentLanguages)('the privacy page in %s', (language) => {
  const page = pages[language]!

  test('names the cookies that a visitor gets, and no others', () => expect(quoted(page)).toEqual(cookiesOf(COOKIES)))

  test('says the same numbers as the English one', () => expect(numbers(page)).toEqual(numbers(pages['en-US']!)))

  test('calls the choices of privacy what the foot of the page calls them', () => {
    const { shell } = JSON.parse(read(`src/locales/${language}.json`))
    expect(page).toContain(shell.footer.privacyChoices)
  })
})

test('the privacy page says for how long what is kept, as it is if the operator sets nothing else', () => {
  const { retention, declared } = readConfig({})
  const variables = Object.assign({}, ...Object.values(declared)) as Record<string, number>
  const rows = numbers(
    pages['en-US']!.split('\n')
      .filter((line) => /^\| (?!What)/.test(line))
      .join('\n'),
  )
  const years = (days: number) => days / 365
  // In the order of the page; what nothing forgets by itself has the years that the law usually wants, or none.
  expect(rows).toEqual(
    [
      [7],
      [retention.addresses],
      [retention.mails],
      [4, retention.notices],
      [7],
      [variables.RETAIN_SIGN_INS_DAYS, 400],
      [],
      [years(variables.RETAIN_TICKETS_DAYS!), variables.RETAIN_MEMBER_NOTICES_DAYS],
      [retention.enquiries, years(retention.withdrawals)],
      [],
      [retention.newsletter, retention.newsletter],
      [30, 3],
      [retention.visits],
    ].map((row) => row.map(Number).sort(rising)),
  )
  expect(pages['en-US']).toContain(`(\`orders\`, \`checkout\`; ${DAYS_AFTER_CLOSING} days)`)
})

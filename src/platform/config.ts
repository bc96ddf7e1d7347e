// The whole configuration, parsed once from the environment. A wrong value is named together with every other wrong one.
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { modeRefusals } from './config-modes.ts'
import { type AnyVariables, type DeclaredValues, days, webUrl, whole } from './variables.ts'

const oneOf = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  z.enum(words, { error: `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}` })
const onOff = oneOf('on', 'off').transform((value) => value === 'on')
const port = whole(0, 65_535)
// What only a shell reads would be a part of its name, of a new folder with a new shop in it. PostgreSQL notes it as a line of its postmaster.pid.
const folder = z
  .string()
  .regex(
    /^(?![\s"'~$]).*(?<![\s"'])$/,
    'must be the path of a folder, in one line and as it is: ~, variables, quotes and blanks around it are not understood here',
  )
/** As browsers say it: in small letters, without the port that goes without saying. The shop has all of its host. */
const originUrl = webUrl.transform((text, context) => {
  const { origin, pathname, search, hash, username, password } = new URL(text)
  if (/^\/*$/.test(pathname) && !search && !hash && !username && !password) return origin
  context.addIssue('must end with its host or port: the shop has no path there, and no name or password before it')
  return z.NEVER
})
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })

/** Name of the shop until SHOP_NAME or the office sets one. */
export const DEFAULT_SHOP_NAME = 'Latchkey'

const Environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3000),
  DATA_DIR: folder.default('data'),
  JOURNAL_DIR: folder.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_POOL: whole(2, 200).default(12),
  DATABASE_PREPARED: onOff.default(true),
  DRAIN_SECONDS: whole(0, 20).optional(),
  SHOP_MODE: oneOf('demo', 'live').optional(),
  DEMO: onOff.default(true),
  PUBLIC_URL: originUrl.optional(),
  COOKIE_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain, like shop.example')
    .optional(),
  SHOP_NAME: z.string().max(60, 'must have at most 60 characters').default(DEFAULT_SHOP_NAME),
  SUPPORT_EMAIL: z
    .email({ error: 'must be an e-mail address, like help@keys.shop' })
    .default('support@latchkey.example'),
  MAIL_FROM: z
    .string()
    .refine(
      isSender,
      'must be an address or a name with one, like Key Shop <shop@keys.shop> (a name with one of , ; : @ in quotes)',
    )
    .default('Latchkey <shop@latchkey.example>'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  VAULT_KEYS: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)*$/, 'must be one or more 32-byte keys in base64, the newest first')
    .optional(),
  WORKER: onOff.default(true),
  WORKER_CONCURRENCY: whole(1, 100).default(8),
  PICTURES_MB: whole(10, 10_000_000).default(4_096),
  PICTURES_AHEAD: whole(0, 100_000).default(300),
  PURGE_URL: webUrl.optional(),
  PURGE_TOKEN: z.string().min(1).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  METRICS_PORT: port.optional(),
  MOST_CONNECTIONS: whole(10, 1_000_000).default(10_000),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  RENDERS_PER_MINUTE: whole(1, 1_000_000).default(600),
  ORDERS_PER_MINUTE: whole(1, 1_000_000).default(600),
  UNPAID_PER_MAILBOX: whole(0, 1_000_000).default(3),
  UNPAID_PER_ADDRESS: whole(0, 1_000_000).default(10),
  UNPAID_STOCK_PERCENT: whole(0, 100).default(20),
  UNPAID_LEAST_UNITS: whole(1, 1_000_000).default(2),
  UNPAID_FIRST_UNITS: whole(1, 1_000_000).default(10),
  UNPAID_SOLVED_TIMES: whole(1, 1000).default(3),
  UNPAID_HOURS: whole(0, 720).default(24),
  TRUSTED_PROXIES: z
    .string()
    .refine(isProxyList, 'must be addresses or networks, like 10.0.0.1,10.1.0.0/16, or none')
    .optional(),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]{1,60}$/, 'must be the name of a header, like cf-ipcountry')
    .toLowerCase()
    .optional(),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  RETAIN_MAILS_DAYS: days.default(180),
  RETAIN_ADDRESSES_DAYS: days.default(365),
  RETAIN_NOTICES_DAYS: days.default(180),
  RETAIN_ENQUIRIES_DAYS: days.default(365),
  RETAIN_WITHDRAWALS_DAYS: days.default(1_095),
  RETAIN_NEWSLETTER_DAYS: days.default(30),
  RETAIN_VISITS_DAYS: days.default(90),
  RETAIN_EVENTS_DAYS: days.default(30),
  LATCHKEY_FAILPOINT: z.string().optional(),
})

/** The names of all variables, with those that rooms declare. */
export function variableNames(declared: readonly AnyVariables[]): string[] {
  return [...Object.keys(Environment.shape), ...declared.flatMap(({ shape }) => Object.keys(shape))]
}

/** Thrown at start; `reasons` is one readable line each. */
export class ConfigError extends Error {
  reasons: string[]
  constructor(reasons: string[]) {
    super(reasons.join('\n'))
    this.reasons = reasons
  }
}

export type Config = ReturnType<typeof parseConfig>

/**
 * Parses the environment (names in docs/operate.md), with what rooms declare. Throws ConfigError that lists every wrong
 * value and never shows one.
 */
export function parseConfig(env: Record<string, string | undefined>, declared: readonly AnyVariables[] = []) {
  // An empty variable is the same as none: `PORT= npm start` is how people unset one.
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const all: z.ZodObject = Environment.extend(Object.assign({}, ...declared.map(({ shape }) => shape)))
  const parsed = all.safeParse(present)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  }
  const given = parsed.data
  const e = given as z.output<typeof Environment>
  const pairs = declared.flatMap(({ setTogether }) => setTogether)
  const halves = pairs.filter(([a, b]) => (given[a] === undefined) !== (given[b] === undefined))
  if (halves.length > 0) {
    throw new ConfigError(halves.map(([a, b]) => `${a} and ${b} belong together: set both or neither`))
  }
  if (e.COOKIE_DOMAIN && !isBelow(e.PUBLIC_URL, e.COOKIE_DOMAIN))
    throw new ConfigError(['COOKIE_DOMAIN: must be the host of PUBLIC_URL or a domain above it'])
  const mode = e.SHOP_MODE ?? 'demo'
  const values: DeclaredValues = Object.fromEntries(
    declared.map(({ name, shape }) => [name, Object.fromEntries(Object.keys(shape).map((key) => [key, given[key]]))]),
  )
  const refusals = [
    ...modeRefusals(e),
    ...declared.flatMap((variables) => variables.refusals(values[variables.name], mode)),
  ]
  if (refusals.length > 0) throw new ConfigError(refusals)
  return {
    host: e.HOST,
    port: e.PORT,
    dataDir: resolve(e.DATA_DIR),
    /** Where the journal is written a second time, off the disk that may be lost. */
    journalDir: e.JOURNAL_DIR && resolve(e.JOURNAL_DIR),
    databaseUrl: e.DATABASE_URL,
    databaseDirectUrl: e.DATABASE_DIRECT_URL ?? e.DATABASE_URL,
    databasePool: e.DATABASE_POOL,
    databasePrepared: e.DATABASE_PREPARED,
    // A balancer asks `readyz` every few seconds.
    drainSeconds: e.DRAIN_SECONDS ?? (mode === 'live' ? 5 : 0),
    mode,
    demo: e.DEMO && mode === 'demo',
    publicUrl: e.PUBLIC_URL,
    /** Whether visitors reach the shop by https. */
    isHttps: e.PUBLIC_URL?.startsWith('https://') ?? false,
    cookieDomain: e.COOKIE_DOMAIN,
    shopName: e.SHOP_NAME,
    supportEmail: e.SUPPORT_EMAIL,
    mailFrom: e.MAIL_FROM,
    smtpUrl: e.SMTP_URL,
    vaultKeys: e.VAULT_KEYS?.split(','),
    worker: e.WORKER,
    workerConcurrency: e.WORKER_CONCURRENCY,
    picturesBytes: e.PICTURES_MB * 1024 * 1024,
    picturesAhead: e.PICTURES_AHEAD,
    purge: e.PURGE_URL ? { url: e.PURGE_URL, token: e.PURGE_TOKEN } : undefined,
    metricsToken: e.METRICS_TOKEN,
    metricsPort: e.METRICS_PORT,
    metricsHost: e.METRICS_HOST,
    mostConnections: e.MOST_CONNECTIONS,
    rendersPerMinute: e.RENDERS_PER_MINUTE,
    ordersPerMinute: e.ORDERS_PER_MINUTE,
    unpaid: {
      perMailbox: e.UNPAID_PER_MAILBOX,
      perAddress: e.UNPAID_PER_ADDRESS,
      stockPercent: e.UNPAID_STOCK_PERCENT,
      leastUnits: e.UNPAID_LEAST_UNITS,
      firstUnits: e.UNPAID_FIRST_UNITS,
      solvedTimes: e.UNPAID_SOLVED_TIMES,
      hours: e.UNPAID_HOURS,
    },
    trustedProxies: proxiesOf(e.TRUSTED_PROXIES),
    countryHeader: e.COUNTRY_HEADER,
    logLevel: e.LOG_LEVEL,
    /** In days. */
    retention: {
      mails: e.RETAIN_MAILS_DAYS,
      addresses: e.RETAIN_ADDRESSES_DAYS,
      notices: e.RETAIN_NOTICES_DAYS,
      enquiries: e.RETAIN_ENQUIRIES_DAYS,
      withdrawals: e.RETAIN_WITHDRAWALS_DAYS,
      newsletter: e.RETAIN_NEWSLETTER_DAYS,
      visits: e.RETAIN_VISITS_DAYS,
      events: e.RETAIN_EVENTS_DAYS,
    },
    /** What rooms declare, see valuesOf. */
    declared: values,
  }
}

/** Browsers drop a cookie for a domain that its page does not belong to. */
function isBelow(publicUrl: string | undefined, domain: string): boolean {
  const host = publicUrl ? new URL(publicUrl).hostname : ''
  return host === domain || host.endsWith(`.${domain}`)
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((s) => s.trim())
    .filter(Boolean)

/** `none` says that there are none, which live mode wants to hear. */
const proxiesOf = (text = '') => (text.trim() === 'none' ? [] : listOf(text))

const SENDER = /^[ \t]*(?:(?:"(?:[^"\\\r\n]|\\[^\r\n])*"|[^"<>@,;:\\\r\n]*)[ \t]*<([^<>\s]+)>|([^\s<>]+))[ \t]*$/
/** Wider than an account's: also a host of this network, and a domain of other scripts as it is written for machines. */
const MAILBOX = /^[^\s@<>()[\]",;:\\]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i

/** A wrong one would otherwise show at the first mail, or as a sender whom nobody can answer. */
function isSender(text: string): boolean {
  const [, named, alone = ''] = SENDER.exec(text) ?? []
  return text.length <= 320 && MAILBOX.test(named ?? alone)
}

/** A wrong one would otherwise show at the first request, or never. */
function isProxyList(text: string): boolean {
  return proxiesOf(text).every((entry) => {
    const [address = '', bits, ...more] = entry.split('/')
    const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
    return more.length === 0 && (bits === undefined ? longest > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= longest)
  })
}

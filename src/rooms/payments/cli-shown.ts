// What `npm run methods` shows.
import { type Command, CommandError } from '#platform/command.ts'
import { decimal } from '#platform/money.ts'
import { settingText } from '#platform/settings/write.ts'
import { methodDetails, methodHistory, methodRows, refusals } from './method-store.ts'
import { forbiddenFees, isForMembers, type Method, methodWords, percent } from './methods.ts'
import { PROVIDERS } from './providers/registry.ts'
import { missingVariables, type Variables } from './providers/variables-set.ts'

export async function showMethods(command: Command, environment: Variables): Promise<number> {
  const { ground, say } = command
  const [methods, now] = [await methodRows((await ground()).db), await look(command, environment)]
  for (const method of methods) {
    say(`${String(method.id).padStart(3)}  ${called(method)}  ${stateOf(method, now)}`)
    say(`     ${termsOf(method).join(', ')}`)
  }
  for (const line of forbiddenFees(methods, environment)) say(`WARNING: ${line}`)
  return 0
}

export async function showMethod(command: Command, environment: Variables, id: number): Promise<number> {
  const { ground, say } = command
  const { db } = await ground()
  const method = (await methodRows(db)).find((one) => one.id === id)
  const details = await methodDetails(db, id)
  if (!method || !details) throw new CommandError(`there is no method ${id}: \`npm run methods\` lists them`)
  say(`${method.id}  ${called(method)}  ${stateOf(method, await look(command, environment))}`)
  say(`  ${[...termsOf(method), `position ${details.position}`].join(', ')}`)
  say(`  keys stay reserved for ${details.underWayHours} hours while a bank works`)
  const least = Object.entries(method.minimum).map(([code, minor]) => `${decimal(minor)} ${code}`)
  if (least.length > 0) say(`  at least ${least.join(', ')}`)
  for (const [language, name] of Object.entries(method.label ?? {})) say(`  called in ${language}: ${name}`)
  for (const { at, field, before, after, actor } of await methodHistory(db, id)) {
    const what = field === 'id' ? 'made' : `${field}: ${shown(before)} → ${shown(after)} `
    say(`  ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC  ${what} by ${actor}`)
  }
  return 0
}

/** What is not there yet of providers that have many. */
export async function showCatalogue({ ground, say }: Command, word = ''): Promise<number> {
  const there = new Set((await methodRows((await ground()).db)).map(({ provider, code }) => `${provider}:${code}`))
  const lines: string[] = []
  for (const { name, catalogue } of PROVIDERS)
    for (const [code, { words, currencies, countries, takesConsumerCards }] of catalogue ?? []) {
      const line = [
        `${name}:${code}`,
        words['en-US'].name,
        currencies.join(' '),
        countries.length === 0 ? 'everywhere' : countries.join(' '),
        ...(takesConsumerCards ? ['consumers’ cards'] : []),
        ...(there.has(`${name}:${code}`) ? ['there already'] : []),
      ].join('  ')
      if (line.toLowerCase().includes(word.toLowerCase())) lines.push(line)
    }
  for (const line of lines) say(line)
  if (lines.length === 0) say(`nothing that can be added has "${word}" in it`)
  return 0
}

const called = ({ provider, label, code }: Method) =>
  `${methodWords({ provider, label, code }, 'en-US').name} (${code === null ? provider : `${provider}:${code}`})`

interface Shown {
  environment: Variables
  isDemo: boolean
  /** Providers to which the operator has said yes. */
  accepted: readonly string[]
  /** Methods that refuse what they are set up with, and are not to be tried again yet. */
  refusing: readonly number[]
}

async function look({ config, ground }: Command, environment: Variables): Promise<Shown> {
  const { db } = await ground()
  const accepted: string[] = []
  for (const { name, acceptance } of PROVIDERS)
    if (acceptance?.schema.parse(await settingText(db, acceptance))) accepted.push(name)
  const refusing = (await refusals(db)).filter(({ currency, holds }) => currency === '' && holds)
  return { environment, isDemo: config.mode === 'demo', accepted, refusing: refusing.map(({ method }) => method) }
}

/** Whether it is offered, and else why not. */
function stateOf(method: Method, { environment, isDemo, accepted, refusing }: Shown): string {
  const provider = PROVIDERS.find(({ name }) => name === method.provider)
  if (!provider) return 'not offered: the shop knows no such provider'
  if (!method.enabled) return 'off'
  if (provider.acceptance && !accepted.includes(provider.name)) return 'not offered: enable it with --accept-saq-d'
  if (refusing.includes(method.id))
    return 'not offered at this moment: its provider refuses (alert payment.methodRefused)'
  const missing = missingVariables(provider, environment)
  if (missing.length === 0) return 'offered'
  return isDemo && provider.simulator ? 'offered, simulated' : `not offered: set ${missing.join(' and ')}`
}

function termsOf(method: Method): string[] {
  const { feeBp, currencies, countries, countriesExcluded, productTypes } = method
  return [
    `fee ${percent(feeBp)}`,
    currencies.includes('*') ? 'any currency' : currencies.join(' '),
    countries.length === 0 ? 'everywhere' : `${countriesExcluded ? 'not in' : 'only in'} ${countries.join(' ')}`,
    ...(productTypes.length > 0 ? [`only types ${productTypes.join(' ')}`] : []),
    ...(isForMembers(method) ? ['members alone'] : []),
  ]
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

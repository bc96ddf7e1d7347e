// The providers that the environment has credentials for. Those without one are simulated in demo mode: their real wire
// protocols, on loopback (decision E2).
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { DeclaredValues, Mode } from '#platform/variables.ts'
import type { AnyProvider, RunningSimulator } from './define.ts'
import type { PaymentProvider } from './provider.ts'

/** Where a simulator's payment pages are. */
export interface SimulatedPages {
  url: string
  pages: string
}

export interface ConnectedProviders {
  /** By name. */
  providers: ReadonlyMap<string, PaymentProvider>
  /** Pages of the simulated providers, by name. */
  simulated: ReadonlyMap<string, SimulatedPages>
  /** Origins that the hosted payment page's form may lead to. */
  formTargets: readonly string[]
  /** Some have one address for all webhooks of an account, which is known once the shop listens. */
  sendWebhooksTo(origin: string): void
  close(): Promise<void>
}

export async function connectProviders(
  declared: readonly AnyProvider[],
  { mode, merchant, values, log, db }: { mode: Mode; merchant: string; values: DeclaredValues; log: Log; db: Database },
): Promise<ConnectedProviders> {
  const providers = new Map<string, PaymentProvider>()
  const simulated = new Map<string, SimulatedPages>()
  const formTargets: string[] = []
  const running = new Map<string, RunningSimulator<unknown>>()
  for (const provider of declared) {
    let settings = provider.settings(values)
    if (settings === undefined && mode === 'demo' && provider.simulator) {
      const { pages, start } = await provider.simulator()
      const simulator = await start({ merchant, values })
      running.set(provider.name, simulator)
      simulated.set(provider.name, { url: simulator.url, pages })
      settings = simulator.settings
      log.debug({ provider: provider.name, url: simulator.url }, 'a payment simulator is running')
    }
    if (settings === undefined) continue
    providers.set(provider.name, provider.connect(settings, { db }))
    formTargets.push(...(provider.formTargets?.(settings) ?? []))
  }
  return {
    providers,
    simulated,
    formTargets,
    sendWebhooksTo(origin) {
      for (const [name, simulator] of running) simulator.sendWebhooksTo?.(`${origin}/prod-api/api/pay/notify/${name}`)
    },
    async close() {
      await Promise.all([...running.values()].map((simulator) => simulator.close()))
    },
  }
}

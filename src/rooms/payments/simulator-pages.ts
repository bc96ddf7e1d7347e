// The simulators' payment pages below the shop's own address: they listen on loopback, where a shopper at another machine
// does not reach them. Nothing of a page is made or understood here: its requests are passed on, its answers passed back;
// only where it stands is said in the shop's words. The providers' APIs stay on loopback.
import type { SimulatedPages } from './providers/connected.ts'
import type { PaymentProvider } from './providers/provider.ts'

export const SIMULATOR_PAGES = '/sandbox/pay/'

const PASSED_BACK = ['content-type', 'content-security-policy', 'cache-control', 'referrer-policy', 'x-robots-tag']
const MOST_BYTES = 16 * 1024

/** `simulated`: by the provider's name. */
export function simulatorPages(simulated: ReadonlyMap<string, SimulatedPages>) {
  /** `http://127.0.0.1:4711/c/pay/1` → `/sandbox/pay/stripe/1`; undefined: no page of theirs. */
  function below(url: string): string | undefined {
    for (const [provider, { url: base, pages }] of simulated)
      if (url.startsWith(base + pages)) return `${SIMULATOR_PAGES}${provider}/${url.slice((base + pages).length)}`
    return undefined
  }

  return {
    /** GET and POST /sandbox/pay/{provider}/… */
    async answer(request: Request): Promise<Response | undefined> {
      const { pathname, search } = new URL(request.url)
      const [, provider, rest] = /^\/sandbox\/pay\/([\w-]{1,40})\/([\w-]{1,200})$/.exec(pathname) ?? []
      const simulator = provider && simulated.get(provider)
      if (!simulator) return undefined
      const posted = request.method === 'POST'
      if (posted && !(Number(request.headers.get('content-length')) <= MOST_BYTES))
        return new Response(null, { status: 413 })
      const answer = await fetch(`${simulator.url}${simulator.pages}${rest}${search}`, {
        method: posted ? 'POST' : 'GET',
        body: posted ? await request.text() : undefined,
        headers: posted ? { 'content-type': request.headers.get('content-type') ?? '' } : {},
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      })
      const headers = new Headers()
      for (const name of PASSED_BACK) {
        const value = answer.headers.get(name)
        if (value !== null) headers.set(name, value)
      }
      const location = answer.headers.get('location')
      if (location !== null) headers.set('location', below(location) ?? location)
      return new Response(await answer.arrayBuffer(), { status: answer.status, headers })
    },

    /**
     * The provider with its payment page where the shopper reaches it, and its notices sent to the shop where the
     * simulator does: on this machine, by whatever name the shopper knows the shop.
     */
    reachable(provider: PaymentProvider, origin: { (): string; local(): string }): PaymentProvider {
      if (!simulated.has(provider.id)) return provider
      const { charge } = provider
      return {
        ...provider,
        ...(charge && {
          async charge(attempt, order) {
            const { pathname } = new URL(attempt.notifyUrl)
            const charged = await charge({ ...attempt, notifyUrl: origin.local() + pathname }, order)
            const path = charged.redirectUrl && below(charged.redirectUrl)
            return path ? { ...charged, redirectUrl: origin() + path } : charged
          },
        }),
        async create(attempt) {
          const { pathname } = new URL(attempt.notifyUrl)
          const created = await provider.create({ ...attempt, notifyUrl: origin.local() + pathname })
          if (created.how === 'redirect') {
            const path = below(created.redirectUrl)
            return path ? { ...created, redirectUrl: origin() + path } : created
          }
          const path = created.how === 'form' ? below(created.form.action) : undefined
          return created.how === 'form' && path
            ? { ...created, form: { ...created.form, action: origin() + path } }
            : created
        },
      }
    },
  }
}

// The providers that the shop can take money by: one line each.
import type { AnyVariables } from '#platform/variables.ts'
import { balanceProvider } from './balance/provider.ts'
import { type AnyProvider, prefixOf } from './define.ts'
import { eecpayProvider } from './eecpay/provider.ts'
import { handProvider } from './hand/provider.ts'
import { paypalProvider } from './paypal/provider.ts'
import { payssionProvider } from './payssion/provider.ts'
import { stripeProvider } from './stripe/provider.ts'

/** In the order in which their methods were numbered: orders refer to them. New ones come last. */
export const PROVIDERS: AnyProvider[] = [
  payssionProvider,
  stripeProvider,
  paypalProvider,
  balanceProvider,
  eecpayProvider,
  handProvider,
]

/** What the environment says of all of them. */
export function providerVariables(): AnyVariables {
  return {
    name: 'payments',
    shape: Object.assign({}, ...PROVIDERS.map(({ variables }) => variables)),
    setTogether: PROVIDERS.flatMap(({ setTogether }) => setTogether),
    refusals: (values, mode) => {
      const simulated = PROVIDERS.filter(({ simulator }) => simulator)
      const none = mode === 'live' && simulated.every((provider) => provider.settings(values) === undefined)
      return [
        ...(none
          ? [
              `${simulated.map(({ name }) => `${prefixOf(name)}*`).join(' or ')}: live mode needs a real payment provider, not a simulator`,
            ]
          : []),
        ...PROVIDERS.flatMap((provider) => provider.refusals(values, mode)),
      ]
    },
  }
}

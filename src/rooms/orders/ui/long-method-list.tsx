// A long list of payment methods: the first ones, all on a press, any by its name; what cannot be used here is folded.
import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import { type Bill, refusalOf } from '#rooms/payments/ui/method-rules.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextField } from '#ui/text-field.tsx'

type LongMethodListProps = {
  /** As they stand on the page. */
  methods: readonly PaymentMethod[]
  /** So many are shown before somebody asks for more. */
  first: number
  /** Always in sight. */
  chosen: number | undefined
  billBy: (method: PaymentMethod) => Bill
  rows: (methods: readonly PaymentMethod[]) => ReactNode
}

export default function LongMethodList({ methods, first, chosen, billBy, rows }: LongMethodListProps) {
  const t = useWords()
  const [isAll, setAll] = useState(false)
  const [typed, setTyped] = useState('')
  const { usable = [], barred = [] } = Object.groupBy(methods, (method) =>
    refusalOf(method, billBy(method)) ? 'barred' : 'usable',
  )
  const wanted = folded(typed)
  const found = methods.filter(({ name, hint }) => folded(`${name} ${hint ?? ''}`).includes(wanted))
  const listed = wanted ? found : isAll ? usable : usable.slice(0, first)
  const shown = methods.filter((method) => method.id === chosen || listed.includes(method))
  return (
    <>
      <TextField
        label={t('checkout.method.find', { number: methods.length })}
        type="search"
        value={typed}
        maxLength={50}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Enter would send the order.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        start={<Search size={18} aria-hidden="true" />}
      />
      <p role="status" className={wanted && found.length === 0 ? 'mt-2 text-sm text-muted' : 'sr-only'}>
        {wanted && t(found.length > 0 ? 'checkout.method.found' : 'checkout.method.none', { number: found.length })}
      </p>
      <div className="mt-3">{rows(shown)}</div>
      {!wanted && usable.length > first && (
        <Button variant="ghost" aria-expanded={isAll} onClick={() => setAll(!isAll)} className="mt-2">
          {isAll ? t('home.showLess') : t('home.showMore', { count: usable.length })}
        </Button>
      )}
      {!wanted && barred.length > 0 && (
        <Disclosure summary={t('checkout.method.barred', { number: barred.length })} className="mt-2 border-b-0">
          {rows(barred)}
        </Disclosure>
      )}
    </>
  )
}

/** Without regard to case, accents and width. */
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

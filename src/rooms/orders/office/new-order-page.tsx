// /office/orders/new: an order for a buyer: free, with a link to pay it, or from his balance. What was typed stays until it is made.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { officeCall } from '#browser/office-calls.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { randomUuid } from '#platform/random-id.ts'
import { nameOf } from '#rooms/money/office/currency.ts'
import { LONGEST_REASON } from '#rooms/staff/limits.ts'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { ReadFailed } from '#rooms/staff/office/listing.tsx'
import { Back, backClass } from '#rooms/staff/office/one-thing.tsx'
import { useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useLeaving } from '#rooms/staff/office/use-leaving.ts'
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { RadioCard } from '#ui/radio-card.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { type FormField, useForm } from '#ui/use-form.ts'
import { EMAIL_LENGTH, PAYMENT_HOURS } from '../limits.ts'
import { lastList } from './last-list.ts'
import { AddLine, NewOrderLines } from './new-order-lines.tsx'
import { useOrderLines } from './use-order-lines.ts'

const route = getRouteApi('/frame/orders/new')

function useNewOrder() {
  const t = useOfficeWords()
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const lines = useOrderLines()
  const [problem, setProblem] = useState<string>()
  // Sent again after an answer that was lost, it makes one order.
  const id = useRef(randomUuid())

  const state = useRef<'empty' | 'typed' | 'made'>('empty')
  useLeaving(() => state.current === 'typed' || (state.current === 'empty' && lines.lines.length > 0))

  function refuse(error: CallRefused) {
    const fields = Object.entries(error.byField())
    const ofLine = (path: string) => /^lines\.(\d+)/.exec(path)?.[1]
    lines.refuse(
      Object.fromEntries(fields.flatMap(([path, message]) => (ofLine(path) ? [[ofLine(path), message]] : []))),
    )
    form.refuse(Object.fromEntries(fields.filter(([path]) => !ofLine(path))))
    setProblem(sayRefusal(t, error))
  }

  const form = useForm({
    schema: async () => (await import('./act-forms.ts')).NewOrderForm,
    say: (message) => sayRefusal(t, { message }),
    unreachable: () => setProblem(t('error.offline')),
    send: async ({ currency, ...typed }) => {
      setProblem(undefined)
      const sent = lines.sent()
      if (!sent) return lines.sayUnsold()
      try {
        // What was chosen for a link stays typed while another way is chosen, and is not meant then.
        const payIn = typed.way === 'pay' && currency ? { currency } : {}
        const body = { id: id.current, ...typed, ...payIn, lines: sent }
        const made = await actCall('POST /office/orders', { body }, 'act.again')
        state.current = 'made'
        toast({ message: t('order.new.done'), tone: 'good' })
        void queries.invalidateQueries()
        await navigate({ to: '/orders/$id', params: { id: made.id }, replace: true })
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        refuse(error)
      }
    },
  })
  const onInput = () => {
    state.current = 'typed'
  }
  return { form: { ...form, props: { ...form.props, onInput } }, lines, problem }
}

/** Shown while the order is one that its buyer pays by a link. */
function PayIn(field: FormField) {
  const t = useOfficeWords()
  const list = useQuery({
    queryKey: ['order currencies'],
    queryFn: ({ signal }) => officeCall('GET /office/order-currencies', {}, { signal }),
  })
  return (
    <div className="hidden gap-3 in-[:has([value=pay]:checked)]:grid sm:col-span-2">
      <SelectField {...field} label={t('order.new.currency')}>
        <option value="">{t('order.new.currencyOfLocale')}</option>
        {list.data?.currencies.map((code) => (
          <option key={code} value={code}>
            {code} · {nameOf(t, code)}
          </option>
        ))}
      </SelectField>
      <ReadFailed of={list} title={t('order.new.currency')} />
    </div>
  )
}

export function NewOrderPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  useTitle(t('order.new.title'), me?.shop)
  const { form, lines, problem } = useNewOrder()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <p>
        <Link to="/orders" search={lastList()} className={backClass}>
          <Back>{t('orders.title')}</Back>
        </Link>
      </p>
      <h1 className="mt-2 text-2xl">{t('order.new.title')}</h1>
      <p className="mt-1 max-w-2xl text-muted">{t('order.new.what')}</p>
      <form {...form.props} className="mt-5 grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...form.field('email')}
            label={t('order.new.email')}
            type="email"
            maxLength={EMAIL_LENGTH}
            autoComplete="off"
            required
          />
          <SelectField {...form.field('locale')} label={t('order.new.locale')} defaultValue="en-US">
            {LOCALES.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <input type="hidden" name="lines" value={lines.lines.length || ''} />
        <NewOrderLines of={lines} error={form.field('lines').error} onAdd={() => setAdding(true)} />
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-2 text-sm font-medium">{t('order.new.way')}</legend>
          <RadioCard
            name="way"
            value="free"
            defaultChecked
            title={t('order.new.free')}
            description={t('order.new.freeWhat')}
          />
          <RadioCard
            name="way"
            value="pay"
            title={t('order.new.pay')}
            description={t('order.new.payWhat', { count: PAYMENT_HOURS })}
          />
          <RadioCard
            name="way"
            value="balance"
            title={t('order.new.balance')}
            description={t('order.new.balanceWhat')}
            className="sm:col-span-2"
          />
          <PayIn {...form.field('currency')} />
        </fieldset>
        <TextArea
          {...form.field('reason')}
          label={t('act.reason')}
          hint={t('act.reasonHint')}
          rows={2}
          maxLength={LONGEST_REASON}
          required
        />
        {problem && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
        <Button type="submit" variant="primary" loading={form.sending} loadingLabel={t('frame.loading')}>
          {t('order.new.make')}
        </Button>
      </form>
      <AddLine of={lines} isOpen={isAdding} setOpen={setAdding} />
    </>
  )
}

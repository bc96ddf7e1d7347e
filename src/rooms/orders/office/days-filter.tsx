// Narrowing the list of orders to the days on which they were placed.
import { getRouteApi, Link } from '@tanstack/react-router'
import { CalendarDays, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { DayFields, refuseReversed } from '#rooms/staff/office/day-fields.tsx'
import { OfficeDialog } from '#rooms/staff/office/office-dialog.tsx'
import { sayDay } from '#rooms/staff/office/said.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { useFilter } from './filter.ts'

const route = getRouteApi('/frame/orders')

/** `zone`: in which days are counted. */
export function DaysFilter({ zone }: { zone: string | undefined }) {
  const t = useOfficeWords()
  const [isOpen, setOpen] = useState(false)
  const { filter, kept } = useFilter()
  const isChosen = filter.from !== undefined || filter.to !== undefined
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1">
      <Button size="sm" variant="ghost" icon={<CalendarDays size={16} />} onClick={() => setOpen(true)}>
        {isChosen ? <Chosen /> : t('orders.anyDay')}
      </Button>
      {isChosen && (
        <Link
          to="/orders"
          search={{ ...kept, from: undefined, to: undefined }}
          className={buttonClass({ size: 'sm', variant: 'ghost' })}
        >
          <X size={16} aria-hidden="true" />
          <span className="sr-only">{t('orders.offDays')}</span>
        </Link>
      )}
      <OfficeDialog open={isOpen} onOpenChange={setOpen} title={t('orders.chooseDays')}>
        {isOpen && <ChooseDays zone={zone} onGo={() => setOpen(false)} />}
      </OfficeDialog>
    </div>
  )
}

function Chosen() {
  const t = useOfficeWords()
  const { from, to } = useFilter().filter
  const said = { from: from ? sayDay(t, from) : '', to: to ? sayDay(t, to) : '' }
  return t(from && to ? 'orders.within' : from ? 'orders.since' : 'orders.until', said)
}

function ChooseDays({ zone, onGo }: { zone: string | undefined; onGo(): void }) {
  const t = useOfficeWords()
  const { filter, kept } = useFilter()
  const navigate = route.useNavigate()
  const [reversed, setReversed] = useState(false)
  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const refused = refuseReversed(event.currentTarget)
    setReversed(refused)
    if (refused) return
    const form = new FormData(event.currentTarget)
    const day = (name: string) => String(form.get(name) ?? '') || undefined
    onGo()
    void navigate({ search: { ...kept, from: day('from'), to: day('to') } })
  }
  return (
    <form onSubmit={show} className="grid gap-4 sm:grid-cols-2">
      <DayFields zone={zone} from={filter.from} to={filter.to} isReversed={reversed} />
      <Button type="submit" className="justify-self-start">
        {t('orders.showDays')}
      </Button>
    </form>
  )
}

// Which columns of a list somebody sees, in which order: boxes, and two buttons beside each for its place.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import { actCall } from './act-call.ts'
import type { ListName } from './list-kept.ts'
import { type OfficeKey, sayRefusal, useOfficeWords } from './words.ts'

interface ChooseProps {
  list: ListName
  columns: Readonly<Record<string, { label: OfficeKey }>>
  shown: readonly string[]
  first: readonly string[]
  onDone(): void
}

export function ChooseColumns({ list, columns, shown, first, onDone }: ChooseProps) {
  const t = useOfficeWords()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [order, setOrder] = useState(() => withRest(shown, columns))
  const [chosen, setChosen] = useState(() => new Set(shown))
  const [problem, setProblem] = useState<string>()

  async function keep(names: readonly string[] | null) {
    if (names?.length === 0) return setProblem(t('lists.columnsLeast'))
    try {
      await actCall('POST /office/lists/{list}/columns', { params: { list }, body: { columns: names && [...names] } })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      return setProblem(sayRefusal(t, error))
    }
    await queries.invalidateQueries({ queryKey: ['lists', list] })
    // What the address says would go before it.
    await navigate({ to: '.', search: (search: object) => ({ ...search, columns: undefined }), replace: true })
    toast({ message: t('lists.columnsDone'), tone: 'good' })
    onDone()
  }

  function move(at: number, by: 1 | -1) {
    const next = [...order]
    ;[next[at], next[at + by]] = [next[at + by]!, next[at]!]
    setOrder(next)
  }
  function toggle(name: string) {
    const next = new Set(chosen)
    if (!next.delete(name)) next.add(name)
    setChosen(next)
  }

  return (
    <div className="grid gap-5">
      <p className="text-muted">{t('lists.columnsWhat')}</p>
      <ol className="grid">
        {order.map((name, at) => {
          const column = t(columns[name]!.label)
          return (
            <li key={name} className="flex items-center gap-1 border-b border-line py-1 last:border-0">
              <Checkbox className="flex-1" checked={chosen.has(name)} onChange={() => toggle(name)}>
                {column}
              </Checkbox>
              <IconButton
                label={t('lists.columnUp', { column })}
                size="sm"
                disabled={at === 0}
                onClick={() => move(at, -1)}
              >
                <ArrowUp size={16} />
              </IconButton>
              <IconButton
                label={t('lists.columnDown', { column })}
                size="sm"
                disabled={at === order.length - 1}
                onClick={() => move(at, 1)}
              >
                <ArrowDown size={16} />
              </IconButton>
            </li>
          )
        })}
      </ol>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          variant="ghost"
          onClick={() => {
            setOrder(withRest(first, columns))
            setChosen(new Set(first))
          }}
        >
          {t('lists.columnsReset')}
        </Button>
        <Button
          variant="primary"
          onClick={() => {
            const names = order.filter((name) => chosen.has(name))
            void keep(names.join() === first.join() ? null : names)
          }}
        >
          {t('lists.save')}
        </Button>
      </div>
    </div>
  )
}

/** Those that are shown, then the others. */
const withRest = (shown: readonly string[], all: object) => [
  ...shown,
  ...Object.keys(all).filter((name) => !shown.includes(name)),
]

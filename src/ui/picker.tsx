import { Check, Search } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useActiveOption } from './active-option.ts'
import { cx } from './class-names.ts'
import { Popover, type PopoverTrigger } from './popover.tsx'
import { matchesText } from './text-match.ts'
import { useTypedEarly } from './use-typed-early.ts'

export type PickerOption = {
  value: string
  label: string
  /** At the far end: a code, a symbol. Found by the filter too. */
  detail?: string
  /** Further words that the filter finds. */
  keywords?: string
  /** The language that `label` is written in. */
  lang?: string
  /** Makes the option a link, so that choosing works without JavaScript. */
  href?: string
}

type PickerProps = {
  trigger: (wiring: PopoverTrigger) => ReactNode
  label: string
  options: readonly PickerOption[]
  value: string
  onPick?: (value: string) => void
  /** However it is opened or closed: with a pointer that never came near, or before the page was alive. */
  onToggle?: (open: boolean) => void
  filterLabel: string
  emptyText: string
  align?: 'start' | 'end'
  /** The options that what was typed finds, the best first; without it in their own order. */
  find?: (options: readonly PickerOption[], typed: string) => readonly PickerOption[]
}

/** Fewer options are seen at a glance and need no filter. */
const filterFrom = 8

/** One of many, in a popover: typing filters, arrows move, Enter picks. */
export function Picker({
  trigger,
  label,
  options,
  value,
  onPick,
  onToggle,
  filterLabel,
  emptyText,
  align,
  find = found,
}: PickerProps) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const filter = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const shown = find(options, typed)
  const keys = useActiveOption(listId, shown.length, false)
  const wiring = { 'aria-activedescendant': keys.activeId, onKeyDown: keys.onKeyDown }
  const filtered = options.length >= filterFrom
  useTypedEarly(filter, typed, setTyped)

  function opened(open: boolean) {
    onToggle?.(open)
    if (!open) return setTyped('')
    keys.activate(options.findIndex((option) => option.value === value))
    // On a touch screen the keyboard would cover the list that it is meant to shorten, unless whoever opened it has one of keys.
    if (!filtered) list.current?.focus()
    else if (document.querySelector(':focus-visible') || matchMedia('(pointer: fine)').matches) filter.current?.focus()
  }

  return (
    <Popover
      trigger={(popover) => trigger({ ...popover, 'aria-haspopup': 'dialog' })}
      label={label}
      align={align}
      onOpenChange={opened}
      className="w-72"
    >
      {(close) => (
        <>
          {filtered && (
            <div className="sticky top-0 z-10 border-b border-line bg-float p-2">
              <Search size={16} className="absolute start-5 top-5 text-muted pointer-coarse:top-6" aria-hidden="true" />
              <input
                {...wiring}
                ref={filter}
                type="search"
                role="combobox"
                aria-expanded="true"
                aria-autocomplete="list"
                aria-controls={listId}
                aria-label={filterLabel}
                placeholder={filterLabel}
                autoComplete="off"
                spellCheck={false}
                className="control ps-9"
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value)
                  keys.activate(0)
                }}
              />
            </div>
          )}
          <div
            {...(filtered ? {} : wiring)}
            ref={list}
            id={listId}
            role="listbox"
            aria-label={label}
            tabIndex={filtered ? -1 : 0}
            className="max-h-80 overflow-y-auto overscroll-contain p-1.5 outline-none"
          >
            {shown.map((option, index) => (
              <Option
                key={option.value}
                id={keys.optionId(index)}
                option={option}
                active={index === keys.active}
                chosen={option.value === value}
                onPick={() => {
                  close()
                  onPick?.(option.value)
                }}
              />
            ))}
            {shown.length === 0 && <p className="px-2.5 py-3 text-muted">{emptyText}</p>}
          </div>
        </>
      )}
    </Popover>
  )
}

const found: PickerProps['find'] & {} = (options, typed) =>
  options.filter(({ label, detail, keywords }) => matchesText(`${label} ${detail ?? ''} ${keywords ?? ''}`, typed))

type OptionProps = { id: string; option: PickerOption; active: boolean; chosen: boolean; onPick: () => void }

function Option({ id, option, active, chosen, onPick }: OptionProps) {
  const wiring = {
    id,
    role: 'option',
    'aria-selected': chosen,
    tabIndex: -1,
    onClick: onPick,
    className: cx(
      'flex min-h-9 w-full scroll-my-14 items-center gap-2.5 rounded-control px-2.5 py-1.5 text-start pointer-coarse:min-h-11',
      active ? 'bg-tint forced-colors:outline-2' : 'hover:bg-tint',
      chosen && 'font-medium',
    ),
  } as const
  const content = (
    <>
      <span className="min-w-0 flex-1 truncate">
        <bdi lang={option.lang}>{option.label}</bdi>
      </span>
      {option.detail && <bdi className="text-sm font-normal text-muted">{option.detail}</bdi>}
      <Check size={16} className={cx('text-accent-ink', !chosen && 'invisible')} aria-hidden="true" />
    </>
  )
  return option.href === undefined ? (
    <button type="button" {...wiring}>
      {content}
    </button>
  ) : (
    // A plain link on purpose: what is picked here (language, currency) changes the whole document.
    <a href={option.href} {...wiring}>
      {content}
    </a>
  )
}

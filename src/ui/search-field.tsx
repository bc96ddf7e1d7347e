import { Search, X } from 'lucide-react'
import { type FocusEvent, type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useActiveOption } from './active-option.ts'
import { cx } from './class-names.ts'
import { UiLink } from './link.tsx'
import { useTypedEarly } from './use-typed-early.ts'

export type Suggestion = { id: string; href: string; content: ReactNode }

type SearchFieldProps = {
  /** Where the form goes without JavaScript, and the parameter that carries what was typed. */
  action: string
  name: string
  value: string
  onValueChange: (value: string) => void
  onSearch: (value: string) => void
  suggestions: readonly Suggestion[]
  /** Above the suggestions, such as "Recent searches" with its "Clear". */
  heading?: ReactNode
  labels: {
    search: string
    placeholder: string
    submit: string
    clear: string
    suggestions: string
    /** Spoken when the suggestions change: "5 suggestions". Empty for none. */
    count: string
  }
  maxLength?: number
  className?: string
}

/** A search box whose suggestions are links: arrows move, Enter follows, Escape closes; four are seen at a time. */
export function SearchField({
  action,
  name,
  value,
  onValueChange,
  onSearch,
  suggestions,
  heading,
  labels,
  maxLength = 50,
  className,
}: SearchFieldProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [wanted, setWanted] = useState(false)
  const keys = useActiveOption(listId, suggestions.length, true)
  const open = wanted && suggestions.length > 0
  useTypedEarly(input, value, onValueChange)

  function submit(event: FormEvent) {
    event.preventDefault()
    setWanted(false)
    onSearch(value.trim())
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      setWanted(false)
    } else if (keys.onKeyDown(event)) setWanted(true)
  }

  function left(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) setWanted(false)
  }

  function clear() {
    onValueChange('')
    keys.activate(-1)
    input.current?.focus()
  }

  return (
    <search className={cx('relative block', className)} onBlur={left}>
      <form action={action} method="get" onSubmit={submit} className="relative">
        <input
          ref={input}
          type="search"
          name={name}
          role="combobox"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open ? keys.activeId : undefined}
          aria-label={labels.search}
          placeholder={labels.placeholder}
          maxLength={maxLength}
          autoComplete="off"
          enterKeyHint="search"
          className="control ps-4 pe-18 placeholder-shown:pe-11 pointer-coarse:pe-24 pointer-coarse:placeholder-shown:pe-13 text-ellipsis"
          value={value}
          onChange={(event) => {
            onValueChange(event.target.value)
            keys.activate(-1)
            setWanted(true)
          }}
          onFocus={() => setWanted(true)}
          onClick={() => setWanted(true)}
          onKeyDown={press}
        />
        <div className="absolute inset-y-0 end-1 flex items-center">
          {value !== '' && (
            <button type="button" aria-label={labels.clear} className={inner} onClick={clear}>
              <X size={16} aria-hidden="true" />
            </button>
          )}
          <button type="submit" aria-label={labels.submit} className={inner}>
            <Search size={18} aria-hidden="true" />
          </button>
        </div>
      </form>
      <div
        className={cx(
          'absolute inset-x-0 top-full z-40 mt-1.5 overflow-hidden rounded-card border border-line bg-float shadow-float lg:min-w-137.5',
          !open && 'hidden',
        )}
      >
        {heading && <div className="px-4 pt-3 pb-1 text-sm text-muted">{heading}</div>}
        <div
          id={listId}
          role="listbox"
          aria-label={labels.suggestions}
          className="max-h-64 overflow-y-auto overscroll-contain p-1.5"
        >
          {suggestions.map((suggestion, index) => (
            <UiLink
              key={suggestion.id}
              id={keys.optionId(index)}
              role="option"
              aria-selected={index === keys.active}
              tabIndex={-1}
              href={suggestion.href}
              className={cx(
                'flex min-h-15 items-center gap-3 rounded-control px-2.5 py-1.5',
                index === keys.active ? 'bg-tint forced-colors:outline-2' : 'hover:bg-tint',
              )}
              // Keeps the focus in the box, so that the press is not lost to the list closing.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setWanted(false)}
            >
              {suggestion.content}
            </UiLink>
          ))}
        </div>
      </div>
      <p role="status" className="sr-only">
        {open ? labels.count : ''}
      </p>
    </search>
  )
}

const inner =
  'grid size-8 place-items-center rounded-mark text-muted transition-colors hover:bg-tint hover:text-ink pointer-coarse:size-11'

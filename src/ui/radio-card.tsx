import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

type RadioCardProps = Omit<ComponentProps<'input'>, 'type' | 'title' | 'className'> & {
  title: ReactNode
  description?: ReactNode
  /** At the far end: a mark, a fee. */
  end?: ReactNode
  className?: string
}

/** One of several choices, each with room to explain itself. Give all the same `name`, inside a `<fieldset>` with a `<legend>`. */
export function RadioCard({ title, description, end, className, id, ...input }: RadioCardProps) {
  const ownId = useId()
  const [titleId, descriptionId, endId] = ['title', 'description', 'end'].map((part) => `${id ?? ownId}-${part}`)
  return (
    <label className={cx('radio-card flex min-h-14 items-center gap-3 px-4 py-3', className)}>
      <input
        {...input}
        id={id ?? ownId}
        type="radio"
        className="tick outline-none"
        // Else the whole label would be its name, and the description heard twice.
        aria-labelledby={titleId}
        aria-describedby={cx(description && descriptionId, end && endId) || undefined}
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span id={titleId} className="block font-medium">
          {title}
        </span>
        {description && (
          <span id={descriptionId} className="block text-sm text-pretty text-muted">
            {description}
          </span>
        )}
      </span>
      {end && (
        <span id={endId} className="figures shrink-0 text-sm text-muted">
          {end}
        </span>
      )}
    </label>
  )
}

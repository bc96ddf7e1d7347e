import type { ComponentProps } from 'react'

type RatingInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue' | 'className'> & {
  name: string
  legend: string
  /** Names each choice, such as "4 stars". */
  starLabel: (stars: number) => string
  defaultValue?: number
}

/** Five radio buttons that look like stars; the stars up to the chosen or hovered one are full. Works without JavaScript. */
export function RatingInput({ legend, starLabel, defaultValue, ...input }: RatingInputProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{legend}</legend>
      <div className="rating-input -ms-1 flex w-fit">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            className="touch-target grid size-10 place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input {...input} type="radio" value={stars} defaultChecked={stars === defaultValue} className="sr-only" />
            <span className="sr-only">{starLabel(stars)}</span>
            <svg width="26" height="26" viewBox="0 0 24 24" strokeWidth="1.5" strokeLinejoin="round" aria-hidden="true">
              <path d="m12 3 2.75 5.78 6.25.86-4.55 4.4 1.12 6.26L12 17.3l-5.57 3 1.12-6.26L3 9.64l6.25-.86Z" />
            </svg>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

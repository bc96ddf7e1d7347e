// How a product is activated, what is known of it and how it looks inside, without their code on its first visit: they lie behind
// tabs, or below what one sees first.
import { createIsomorphicFn } from '@tanstack/react-start'
import { type ComponentType, memo, Suspense } from 'react'
import { whenWanted } from '#browser/when-wanted.ts'
import {
  type ActivationStepsProps,
  type InformationProps,
  Information as ReadyInformation,
  ActivationSteps as ReadySteps,
} from './product-facts.tsx'
import ReadyScreenshots, { type ScreenshotsProps } from './screenshots.tsx'

const Screenshots = createIsomorphicFn()
  .server((): ComponentType<ScreenshotsProps> => ReadyScreenshots)
  .client((): ComponentType<ScreenshotsProps> => whenWanted('[data-screenshots]', () => import('./screenshots.tsx')))()

const load = () => import('./product-facts.tsx')

const Steps = createIsomorphicFn()
  .server((): ComponentType<ActivationStepsProps> => ReadySteps)
  .client(
    (): ComponentType<ActivationStepsProps> =>
      whenWanted('[data-activation]', async () => ({ default: (await load()).ActivationSteps })),
  )()

const Information = createIsomorphicFn()
  .server((): ComponentType<InformationProps> => ReadyInformation)
  .client(
    (): ComponentType<InformationProps> =>
      whenWanted('[data-information]', async () => ({ default: (await load()).Information })),
  )()

/** Not rendered anew with the page around it: what is not alive yet would have to be thrown away for that. */
export const ActivationStepsLater = memo(function ActivationStepsLater(props: ActivationStepsProps) {
  return (
    <Suspense>
      <Steps {...props} />
    </Suspense>
  )
})

export const InformationLater = memo(function InformationLater(props: InformationProps) {
  return (
    <Suspense>
      <Information {...props} />
    </Suspense>
  )
})

export const ScreenshotsLater = memo(function ScreenshotsLater(props: ScreenshotsProps) {
  return (
    <Suspense>
      <Screenshots {...props} />
    </Suspense>
  )
})

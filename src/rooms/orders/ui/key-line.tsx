import { useWords } from '#platform/i18n/messages.ts'
import { splitAccount } from '#rooms/vault/rules.ts'
import { cx } from '#ui/class-names.ts'
import { CopyButton, type CopyButtonProps } from '#ui/copy-button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import type { OrderKeys } from '../contract.ts'

/** What was bought, its keys, and how to use them. */
export function KeyLine({ line }: { line: OrderKeys[number] }) {
  return (
    <li>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-base">
          <bdi>{line.productName}</bdi> <bdi className="text-sm font-normal text-muted">{line.skuLabel}</bdi>
        </h3>
        <CopyAll keys={line.keys} />
      </div>
      <KeyValues line={line} />
      <Activation steps={line.activation} defaultOpen className="mt-2 -mb-4" />
    </li>
  )
}

export function CopyAll({ keys }: { keys: string[] }) {
  const t = useWords()
  if (keys.length < 2) return null
  return <CopyKeys text={keys.join('\n')} label={t('order.keys.copyAll', { count: keys.length })} variant="ghost" />
}

type CopyKeysProps = Pick<CopyButtonProps, 'text' | 'label' | 'name' | 'variant'>

function CopyKeys(props: CopyKeysProps) {
  const t = useWords()
  return (
    <CopyButton
      {...props}
      size="sm"
      done={t('order.keys.copied')}
      failed={t('order.keys.copyFailed')}
      className="print:hidden"
    />
  )
}

/** Each with its button to copy it; a login and its password apart. */
export function KeyValues({ line }: { line: Pick<OrderKeys[number], 'keys' | 'keyType' | 'productName'> }) {
  const t = useWords()
  return (
    <ol className="mt-2 flex flex-col gap-2">
      {line.keys.map((key, index) => {
        const account = line.keyType === '1' ? splitAccount(key) : undefined
        const name = t('order.keys.copyName', { name: line.productName, number: index + 1 })
        return (
          <li key={key} className="rounded-control border border-line bg-tint py-1.5 ps-4 pe-1.5">
            {account ? (
              <dl className="flex flex-col gap-1.5">
                <AccountField label={t('order.keys.login')} value={account.login} name={name} />
                <AccountField label={t('order.keys.password')} value={account.password} name={name} />
                {account.more && <AccountField label={t('order.keys.more')} value={account.more} name={name} />}
              </dl>
            ) : (
              <div className={valueRow}>
                <KeyValue>{key}</KeyValue>
                <CopyKeys text={key} label={t('order.keys.copy')} name={name} />
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}

type ActivationProps = { steps: string[]; defaultOpen?: boolean; className?: string }

export function Activation({ steps, defaultOpen, className }: ActivationProps) {
  const t = useWords()
  if (steps.length === 0) return null
  return (
    <Disclosure summary={t('order.keys.activate')} defaultOpen={defaultOpen} className={cx('border-b-0', className)}>
      <ol className="list-decimal ps-5 text-muted marker:text-faint">
        {steps.map((step) => (
          <li key={step} className="py-0.5">
            {step}
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}

const valueRow = 'flex flex-wrap items-center justify-end gap-x-3 gap-y-1'

/** A login and its password are copied one after the other, into two fields. */
function AccountField({ label, value, name }: { label: string; value: string; name: string }) {
  const t = useWords()
  return (
    <div className={valueRow}>
      <div className="min-w-44 flex-1">
        <dt className="text-sm text-muted">{label}</dt>
        <dd>
          <KeyValue>{value}</KeyValue>
        </dd>
      </div>
      <CopyKeys text={value} label={t('order.keys.copy')} name={`${t('order.keys.copy')}: ${label} (${name})`} />
    </div>
  )
}

function KeyValue({ children }: { children: string }) {
  return (
    <span className="block min-w-44 flex-1 font-mono text-lg wrap-anywhere select-all">
      <bdi translate="no">{children}</bdi>
    </span>
  )
}

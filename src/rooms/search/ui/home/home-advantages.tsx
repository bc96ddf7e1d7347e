import { Globe2, Headset, MailCheck, ReceiptText } from 'lucide-react'
import { useWords } from '#platform/i18n/messages.ts'
import { siteFacts } from '#platform/i18n/site-facts.ts'

const advantages = [
  { key: 'instant', Icon: MailCheck },
  { key: 'fits', Icon: Globe2 },
  { key: 'clear', Icon: ReceiptText },
  { key: 'care', Icon: Headset },
] as const

export function HomeAdvantages() {
  const t = useWords()
  return (
    <section
      aria-labelledby="advantages"
      className="mt-14 rounded-card border border-line bg-surface px-5 py-6 md:px-8 md:py-8"
    >
      <h2 id="advantages" className="sr-only">
        {t('home.advantages')}
      </h2>
      <ul className="grid grid-cols-1 gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
        {advantages.map(({ key, Icon }) => (
          <li key={key} className="flex gap-4 lg:flex-col lg:gap-3">
            <Icon size={24} className="mt-0.5 text-muted" aria-hidden="true" />
            <div className="min-w-0">
              <h3 className="text-base">{t(`home.${key}`)}</h3>
              <p className="mt-1 text-sm text-muted">
                {t(key === 'care' && !siteFacts().alwaysOpen ? 'shell.footer.refunds' : `home.${key}Line`)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

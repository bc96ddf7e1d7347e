// What stands above a preview, in the language of whoever asked for it in the back office.
import english from '#locales/office/en-US.json' with { type: 'json' }
import chinese from '#locales/office/zh-CN.json' with { type: 'json' }
import { findLocale } from '#platform/i18n/locales.ts'

export function noticeOf({ officeLocale, isDraft }: { officeLocale: string; isDraft: boolean }) {
  const isChinese = officeLocale.startsWith('zh')
  const { preview } = isChinese ? chinese : english
  return { text: isDraft ? preview.ofDraft : preview.notice, tag: findLocale(isChinese ? 'zh-CN' : 'en-US')!.tag }
}

// The back office's words as a file says them: in the language of whoever asked for it.
export { type OfficeWords as TranslateList, officeWords as listWords } from '#rooms/audit/hands.ts'

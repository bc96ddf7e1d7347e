import { fragment } from './sql.ts'

/** Behind a text: it can be read as the uuid that it is. As `isUuid` for text of this process. */
export const IS_UUID = fragment`~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`

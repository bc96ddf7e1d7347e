// Before any schema is made: zod would try whether it may make functions of text, which the office's policy forbids and reports.
import { config } from 'zod'

config({ jitless: true })

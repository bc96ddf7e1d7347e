// What other rooms may ask of the health room.
export { noteBackup } from './store.ts'

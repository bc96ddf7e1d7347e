// The central bank for a shop that is only tried.
export { startCentralBankSimulator } from '#simulators/central-bank.ts'

import { AsyncLocalStorage } from 'node:async_hooks'

const callers = new AsyncLocalStorage<string>()

/** Runs the work of one request: its connections count for this caller. */
export const asCaller = <Value>(caller: string, work: () => Value): Value => callers.run(caller, work)

/** Returns the caller of the current request; empty in the process's own work, such as a job. */
export const currentCaller = (): string => callers.getStore() ?? ''

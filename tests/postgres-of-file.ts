import { expect, inject } from 'vitest'

/** Locks, commits and payments: on the PostgreSQL of Debian's packages, which many installations run, where a run has it. */
const onDebian = /\/tests\/(payments\/|capacity\/places-(race|killed)\.|platform\/(migrate|sql-functions)\.)/

/** The server that the databases of the running test file are on. */
export function postgresOfFile(): string {
  const debian = inject('debianPostgres')
  return debian && onDebian.test(expect.getState().testPath ?? '') ? debian : inject('postgres')
}

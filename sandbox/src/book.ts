import { randomBytes } from 'node:crypto'
import { openJournal } from './journal.ts'

/** A test card, referenced by its name in test-data.ts. The security code is not stored, only whether it matches. */
export type Card = { kind: 'card'; test: string; exp: string; cvv: 'match' | 'other' | 'absent' }
export type Bank = {
  kind: 'bank'
  test: string
  name: string
  holderType: string
  accountType: string
  secCode: string
}
export type Instrument = Card | Bank

export type Condition = 'pending' | 'pendingsettlement' | 'failed' | 'canceled' | 'complete'

export type Action = {
  type: string
  amount: number
  success: boolean
  at: number
  text: string
  code: number
  batch: string
}

export type Transaction = {
  id: string
  type: string
  kind: 'cc' | 'ck'
  condition: Condition
  orderId: string
  authCode: string
  instrument: Instrument
  avs: string
  cvv: string
  /** Request fields by the gateway's names: address, email, description, merchant fields. */
  sent: Record<string, string>
  amount: number
  refunded: number
  refundOf: string
  actions: Action[]
  modified: number
  hiddenUntil: number
}

export type Billing = { id: string; instrument: Instrument; sent: Record<string, string> }
export type VaultRecord = { id: string; billings: Billing[]; created: number; updated: number }
export type Token = { id: string; instrument: Instrument; minted: number }

export type Book = ReturnType<typeof openBook>

const firstTransaction = 2_900_000_000

/** All that the sandbox remembers. With a file, every change is on disk before it is answered. */
export function openBook(file?: string) {
  const journal = openJournal(file)
  const shelf = <Value extends { id: string }>(name: string) => {
    const values = new Map<string, Value>()
    journal.replay(name, (id, value) => (value === null ? values.delete(id) : values.set(id, value as Value)))
    return {
      find: (id: string) => values.get(id),
      all: () => [...values.values()],
      put(value: Value) {
        values.set(value.id, value)
        journal.write(name, value.id, value)
        return value
      },
      remove(id: string) {
        const isRemoved = values.delete(id)
        if (isRemoved) journal.write(name, id, null)
        return isRemoved
      },
    }
  }

  const transactions = shelf<Transaction>('transactions')
  const vault = shelf<VaultRecord>('vault')
  const tokens = shelf<Token>('tokens')
  const newest = () => transactions.all().reduce((top, { id }) => Math.max(top, Number(id)), firstTransaction)
  let lastTransaction = newest()
  let lastReference = lastTransaction + 300_000_000

  journal.compact([
    ...transactions.all().map((value) => ['transactions', value.id, value] as const),
    ...vault.all().map((value) => ['vault', value.id, value] as const),
    ...tokens.all().map((value) => ['tokens', value.id, value] as const),
  ])

  return {
    transactions,
    vault,
    tokens,
    nextTransactionId: () => String((lastTransaction += 1)),
    nextReference: () => String((lastReference += 1)),
    nextVaultId: () => String(randomBytes(4).readUInt32BE()),
    clear() {
      for (const { id } of transactions.all()) transactions.remove(id)
      for (const { id } of vault.all()) vault.remove(id)
      for (const { id } of tokens.all()) tokens.remove(id)
    },
  }
}

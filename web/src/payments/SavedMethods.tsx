import { cardName } from '@callboard/domain/kernel/wording.ts'
import { Button } from '@mantine/core'
import { call } from '../api/call.ts'
import { confirm } from '../ui/dialogs.ts'
import { Choices } from './Choices.tsx'
import type { SavedMethod } from './use-pay.ts'
import { useQueryClient } from '@tanstack/react-query'

type SavedMethodsProps = {
  kind: 'card' | 'bank'
  list: readonly SavedMethod[]
  selected: string
  onChange: (billing_id: string) => void
}

export const nameOf = ({ details: { type }, last_four }: SavedMethod, kind: 'card' | 'bank') =>
  `${kind === 'bank' ? 'Account' : cardName(type)} ending in ${last_four || '····'}`

const expiry = (text: string) => (/^\d{4}$/.test(text) ? `Expires ${text.slice(0, 2)}/${text.slice(2)}` : '')

/** The account's saved cards or bank accounts. PAY-009, PAY-016. */
export function SavedMethods({ kind, list, selected, onChange }: SavedMethodsProps) {
  const queries = useQueryClient()
  async function remove(method: SavedMethod) {
    const { billing_id } = method
    await confirm({
      title: `Remove this ${kind === 'card' ? 'card' : 'account'}?`,
      message: `${nameOf(method, kind)} will no longer be saved. Payments made with it stay as they are.`,
      yes: 'Yes, remove it',
      no: 'No, I want to keep it',
      consequence: 'loss',
      act: () => call('DELETE /v1/payments/customer-vault/{billing_id}', { params: { billing_id } }),
    })
    await queries.invalidateQueries({ queryKey: ['GET /v1/payments/customer-vault'] })
  }
  return (
    <Choices
      legend={kind === 'card' ? 'Saved cards' : 'Saved bank accounts'}
      value={selected}
      onChange={onChange}
      options={list.map((method) => ({
        value: method.billing_id,
        label: nameOf(method, kind),
        note: `${method.billTo.firstName} ${method.billTo.lastName}${expiry(method.details.expiration_date) && ` · ${expiry(method.details.expiration_date)}`}`,
        beside: (
          <Button
            size="sm"
            variant="subtle"
            aria-label={`Remove ${nameOf(method, kind)}`}
            onClick={() => void remove(method)}
          >
            Remove
          </Button>
        ),
      }))}
    />
  )
}

import type { BankAccount } from '@callboard/domain/payments/bank-authorization.ts'

type AccountKind = Pick<BankAccount, 'account_type' | 'holder_type'>

/** Result of the hosted fields: a token and displayable details. Card and account numbers never leave those fields. */
export type Tokenized = {
  token: string
  last_four: string
  type: string
  expiration_date: string
  name: string
  /** Where a dialog of the gateway's asked for it. */
  account: AccountKind | null
}

/** `account`: a dialog of the gateway's, in which an account is chosen and confirmed. */
export type HostedField = 'ccnumber' | 'ccexp' | 'cvv' | 'checkname' | 'checkaba' | 'checkaccount' | 'account'

/** The wallets' buttons, drawn by the gateway's script where it has them. */
type WalletField = 'applePay' | 'googlePay'

type CollectReply = {
  token: string
  card?: { number: string | null; exp: string | null; type: string | null }
  check?: { account: string | null; name?: string | null; kind?: AccountKind }
  wallet?: { cardDetails: string | null; cardNetwork: string | null }
}

export type CollectOptions = {
  variant: 'inline'
  paymentSelector: string
  styleSniffer: boolean
  customCss: Record<string, string>
  placeholderCss: Record<string, string>
  timeoutDuration: number
  fields: Partial<
    Record<HostedField, { selector: string; title: string; placeholder: string }> &
      Record<WalletField, { selector: string }>
  >
  /** Wallets show what will be paid. */
  price?: string
  country?: string
  currency?: string
  validationCallback: (field: string, valid: boolean, message: string) => void
  fieldsAvailableCallback: () => void
  timeoutCallback: () => void
  callback: (answer: CollectReply) => void
}

export type Collect = { configure: (options: CollectOptions) => void; startPaymentRequest: () => void }

declare global {
  interface Window {
    CollectJS?: Collect
  }
}

let loading: Promise<Collect> | undefined

/** Loads the gateway's script once, when somebody first wants to type a card. It must come from the gateway itself. */
export function loadCollect(src: string, tokenizationKey: string): Promise<Collect> {
  loading ??= new Promise<Collect>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.dataset['tokenizationKey'] = tokenizationKey
    script.dataset['variant'] = 'inline'
    script.addEventListener('load', () =>
      window.CollectJS ? resolve(window.CollectJS) : reject(new Error('no fields')),
    )
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('not reached'))
    })
    document.head.append(script)
  }).catch((error: unknown) => {
    // The next try asks again.
    loading = undefined
    throw error
  })
  return loading
}

const digits = (text: string | null | undefined) => (text ?? '').replace(/\D/g, '').slice(-4)

/** Only what a person may see again. */
export const shownOf = ({ token, card, check, wallet }: CollectReply): Tokenized => ({
  token,
  last_four: digits(card?.number ?? check?.account ?? wallet?.cardDetails),
  type: card?.type ?? wallet?.cardNetwork?.toLowerCase() ?? '',
  expiration_date: card?.exp ?? '',
  name: check?.name ?? '',
  account: check?.kind ?? null,
})

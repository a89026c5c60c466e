import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { loadCollect, shownOf, type HostedField, type Tokenized } from './collect.ts'

export type FieldPlan = { field: HostedField; label: string; placeholder: string }

export const cardFields: readonly FieldPlan[] = [
  { field: 'ccnumber', label: 'Card number', placeholder: '1234 1234 1234 1234' },
  { field: 'ccexp', label: 'Exp. date', placeholder: 'MM / YY' },
  { field: 'cvv', label: 'CVV', placeholder: '123' },
]

export const bankFields: readonly FieldPlan[] = [
  { field: 'checkname', label: 'Name on account', placeholder: '' },
  { field: 'checkaccount', label: 'Account number', placeholder: '' },
  { field: 'checkaba', label: 'Routing number', placeholder: '9 digits' },
]

export const accountDialog: readonly FieldPlan[] = [{ field: 'account', label: 'Bank account', placeholder: '' }]

type State = {
  status: 'loading' | 'ready' | 'failed' | 'none'
  /** Test card or account for the sandbox; null in production. */
  toTry: string | null
  valid: Partial<Record<string, string | true>>
}

// The gateway's script is one per page: only the newest form may hear it.
let newest = 0

const testCards = { collect: '4111 1111 1111 1111', stripe: '4242 4242 4242 4242', none: '' }
function toTryWith(fields: keyof typeof testCards, plan: readonly FieldPlan[]) {
  if (plan === accountDialog) return 'account 000123456789 and routing number 110000000'
  if (plan === bankFields) return 'account 24413815 and routing number 490000018'
  return `card ${testCards[fields]} with any future date and CVV`
}

/** How long the script may take to answer; in a dialog people sign in to their bank meanwhile. */
const patience = (plan: readonly FieldPlan[]) => (plan === accountDialog ? 600_000 : 12_000)

const tooLong = 'The payment fields did not respond. Please try again.'
const notComplete = 'Please complete the fields above.'
const enterAgain = 'Please enter your payment details again.'

/** The fields of the gateway inside our page: where they are, what they say, and how they are turned into a token. */
export function useHostedFields(plan: readonly FieldPlan[]) {
  const prefix = useId().replace(/[^\w-]/g, '')
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<State>({ status: 'loading', toTry: null, valid: {} })
  const waiting = useRef<{ resolve: (token: Tokenized) => void; reject: (error: Error) => void }>(undefined)
  const start = useRef<() => void>(undefined)
  // The present input was made into a token before.
  const isKept = useRef(false)
  const idOf = useCallback((field: HostedField) => `hosted-${prefix}-${field}`, [prefix])

  /** Draws the fields anew, empty. */
  const redraw = useCallback(() => {
    isKept.current = false
    setState((now) => ({ ...now, status: 'loading', valid: {} }))
    setTries((count) => count + 1)
  }, [])

  useEffect(() => {
    newest += 1
    const mine = newest
    const isMine = () => mine === newest
    const settle = (act: (request: NonNullable<typeof waiting.current>) => void) => {
      if (!isMine() || !waiting.current) return
      act(waiting.current)
      waiting.current = undefined
    }
    async function draw() {
      const session = await call('POST /v1/payments/session', {})
      if (session.fields === 'none') {
        if (isMine()) setState((now) => ({ ...now, status: 'none' }))
        return
      }
      const load = session.fields === 'stripe' ? (await import('./stripe-fields.ts')).loadStripeFields : loadCollect
      const collect = await load(session.script_url, session.tokenization_key)
      if (!isMine()) return
      start.current = () => collect.startPaymentRequest()
      collect.configure({
        variant: 'inline',
        // Ours is no button the script may find: Pay asks for the token itself.
        paymentSelector: `#none-${prefix}`,
        styleSniffer: false,
        customCss: { 'font-size': '15px', color: '#17151c', 'font-family': 'system-ui, sans-serif' },
        placeholderCss: { color: '#6d665e' },
        timeoutDuration: 10_000,
        fields: Object.fromEntries(
          plan.map(({ field, label, placeholder }) => [
            field,
            { selector: `#${idOf(field)}`, title: label, placeholder },
          ]),
        ),
        validationCallback: (fieldName, valid, message) => {
          const field = fieldName === 'ccnum' ? 'ccnumber' : fieldName
          if (isMine()) setState((now) => ({ ...now, valid: { ...now.valid, [field]: valid ? true : message } }))
          if (!valid) settle(({ reject }) => reject(new Error(notComplete)))
        },
        fieldsAvailableCallback: () =>
          isMine() &&
          setState({ status: 'ready', toTry: session.sandbox ? toTryWith(session.fields, plan) : null, valid: {} }),
        timeoutCallback: () => {
          settle(({ reject }) => reject(new Error(isKept.current ? enterAgain : notComplete)))
          // A gateway that makes one token only of what was typed: it is typed again.
          if (isMine() && isKept.current) redraw()
        },
        callback: (answer) => settle(({ resolve }) => resolve(shownOf(answer))),
      })
    }
    draw().catch(() => isMine() && setState((now) => ({ ...now, status: 'failed' })))
    return () => {
      newest += 1
    }
  }, [plan, prefix, idOf, tries, redraw])

  const tokenize = useCallback(
    () =>
      new Promise<Tokenized>((resolve, reject) => {
        waiting.current = { resolve, reject }
        // The script has a limit of its own; this one is for a script that never answers at all.
        setTimeout(() => reject(new Error(tooLong)), patience(plan))
        start.current?.()
      }),
    [plan],
  )
  /** After a decline the input stays; the field that the gateway named is marked until it is typed in. */
  const keep = useCallback(({ field, message }: { field: string | null; message: string }) => {
    isKept.current = true
    if (field) setState((now) => ({ ...now, valid: { ...now.valid, [field]: message } }))
  }, [])

  const within = useFieldWithFocus(plan, idOf)
  /** Every field is right, or is the one being typed in, which is only judged once it is left. */
  const isComplete = plan.every(({ field }) => state.valid[field] === true || within === field)
  return { ...state, idOf, tokenize, redraw, keep, isComplete }
}

/** Which of the fields has the focus, by the frame that has it. */
function useFieldWithFocus(plan: readonly FieldPlan[], idOf: (field: HostedField) => string) {
  const [within, setWithin] = useState<HostedField | null>(null)
  useEffect(() => {
    const look = () => {
      const at = document.activeElement
      const box = at instanceof HTMLIFrameElement ? at.parentElement?.closest('[id]') : null
      setWithin(plan.find(({ field }) => idOf(field) === box?.id)?.field ?? null)
    }
    // Whether going into a frame, or from one to the next, tells the page anything differs between browsers.
    const asking = setInterval(look, 250)
    return () => clearInterval(asking)
  }, [plan, idOf])
  return within
}

export type HostedFieldsState = ReturnType<typeof useHostedFields>

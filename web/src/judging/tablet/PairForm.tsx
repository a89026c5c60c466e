import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import styles from './Tablet.module.css'
import type { Tablet } from './use-tablet.ts'

/** Pairs this device with a seat, by the number and the code that the office shows, or its QR code. */
export function PairForm({ tablet }: { tablet: Tablet }) {
  const [address] = useState(() => new URLSearchParams(location.search))
  const [pairing, setPairing] = useState(address.get('pairing') ?? '')
  const [code, setCode] = useState(address.get('code') ?? '')
  const [error, setError] = useState('')
  const [pending, setPending] = useState(false)
  const isComplete = /^\d{1,9}$/.test(pairing.trim()) && /^\d{6}$/.test(code.replaceAll(' ', ''))

  async function submit(event: FormEvent) {
    event.preventDefault()
    setPending(true)
    setError('')
    try {
      await tablet.pair(Number(pairing), code.replaceAll(' ', ''))
      history.replaceState(null, '', location.pathname)
    } catch (failure) {
      setError(
        failure instanceof TypeError ? 'No network. Try again.' : failure instanceof Error ? failure.message : '',
      )
    } finally {
      setPending(false)
    }
  }

  return (
    <form className={styles['pair']} onSubmit={(event) => void submit(event)}>
      <h1>Pair this tablet</h1>
      <p className={styles['quiet']}>The office shows a number and a code for your seat.</p>
      <TextInput
        size="lg"
        label="Tablet number"
        inputMode="numeric"
        autoComplete="off"
        value={pairing}
        onChange={(event) => setPairing(event.currentTarget.value)}
      />
      <TextInput
        size="lg"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={error || undefined}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" size="lg" className={styles['target']} loading={pending} disabled={!isComplete}>
        Pair
      </Button>
    </form>
  )
}

import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import styles from './Tablet.module.css'
import type { Tablet } from './use-tablet.ts'

/** Whether the address is that of a code which the office shows. */
export const isPairingAddress = (search: string) => new URLSearchParams(search).has('pairing')

type PairFormProps = {
  tablet: Pick<Tablet, 'pair' | 'pack'>
  /** Marks on this device that were not sent. */
  waiting: number
  /** Back to the seat that the device has; called once it is paired, too. */
  onClose: () => void
}

/** Pairs this device with a seat, by the number and the code that the office shows, or its QR code. */
export function PairForm({ tablet, waiting, onClose }: PairFormProps) {
  const [address] = useState(() => new URLSearchParams(location.search))
  const [pairing, setPairing] = useState(address.get('pairing') ?? '')
  const [code, setCode] = useState(address.get('code') ?? '')
  const [error, setError] = useState('')
  const [pending, setPending] = useState(false)
  const isComplete = /^\d{1,9}$/.test(pairing.trim()) && /^\d{6}$/.test(code.replaceAll(' ', ''))

  function close() {
    history.replaceState(null, '', location.pathname)
    onClose()
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    setPending(true)
    setError('')
    try {
      await tablet.pair(Number(pairing), code.replaceAll(' ', ''))
      close()
    } catch (failure) {
      setError(
        failure instanceof TypeError ? 'No network. Try again.' : failure instanceof Error ? failure.message : '',
      )
    } finally {
      setPending(false)
    }
  }

  return (
    <form className={styles['pair']} aria-label="Pair this tablet" onSubmit={(event) => void submit(event)}>
      <h1>Pair this tablet</h1>
      <p className={styles['quiet']}>The office shows a number and a code for your seat.</p>
      {tablet.pack && waiting > 0 && (
        <p role="alert" className={styles['alert']}>
          {waiting === 1 ? '1 mark is' : `${waiting} marks are`} on this tablet and not sent. Pairing it with another
          seat deletes {waiting === 1 ? 'it' : 'them'}; with the same seat {waiting === 1 ? 'it is' : 'they are'} sent.
        </p>
      )}
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
      {tablet.pack && (
        <Button size="lg" variant="default" className={styles['target']} onClick={close}>
          Back to judging
        </Button>
      )}
    </form>
  )
}

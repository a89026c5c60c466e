import { useLocation } from 'wouter'
import { useState } from 'react'
import { address, call } from '../api/call.ts'
import { showFailure } from '../api/failure.ts'

const reports = '/v1/reports/registration-confirmation/{token}'

/** Opens a confirmation through a token that is good for a few minutes. EVT-023. */
export function useReport(registration_id: number, registrations_confirmation_id: number | null) {
  const [, navigate] = useLocation()
  const [pending, setPending] = useState<'print' | 'download' | null>(null)

  async function open(kind: 'print' | 'download', go: (url: string) => void, giveUp?: () => void) {
    setPending(kind)
    try {
      const { token } = await call('POST /v1/reports/token', {
        body: { registration_id, registrations_confirmation_id },
      })
      go(address(reports, { params: { token }, query: { format: kind === 'print' ? 'html' : 'pdf' } }))
    } catch (error) {
      giveUp?.()
      void showFailure(error, (href) => navigate(href))
    } finally {
      setPending(null)
    }
  }

  return {
    pending,
    /** The window is opened by the click itself: later, the browser would take it for an advertisement. */
    print() {
      const page = window.open('', '_blank')
      void open(
        'print',
        (url) => (page ? page.location.replace(url) : window.location.assign(url)),
        () => page?.close(),
      )
    },
    download: () => void open('download', (url) => window.location.assign(url)),
  }
}

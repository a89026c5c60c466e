import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { address, call } from '../../api/call.ts'
import { explained, showFailure } from '../../api/failure.ts'
import { notice } from '../../ui/dialogs.ts'

type PaperButtonProps = {
  paper: '/v1/reports/tour-results/{token}' | '/v1/reports/online-score-sheets/{token}'
  registration_id: number
  children: ReactNode
}

/** The part that a paper shows, and the refusal while that is not released. */
const parts = {
  '/v1/reports/tour-results/{token}': { route: 'GET /v1/dance360/coda/results', code: 'results.not_released' },
  '/v1/reports/online-score-sheets/{token}': {
    route: 'GET /v1/dance360/coda/critiques',
    code: 'critiques.not_released',
  },
} as const

/** Downloads a paper of the registration through a token that is good for a few minutes. RES-034. */
export function PaperButton({ paper, registration_id, children }: PaperButtonProps) {
  const [pending, setPending] = useState(false)
  async function download() {
    setPending(true)
    try {
      // The page may have stood open while the office took the results back; the browser would show the refusal as text.
      const { route, code } = parts[paper]
      const { released } = await call(route, { query: { registration_id } })
      if (!released) return await notice({ title: 'Not available', message: await explained({ code }) })
      const { token } = await call('POST /v1/reports/token', { body: { registration_id } })
      window.open(address(paper, { params: { token }, query: { format: 'pdf' } }), '_self')
    } catch (error) {
      await showFailure(error, () => {})
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconDownload className="icon" />}
      loading={pending}
      onClick={() => void download()}
    >
      {children}
    </Button>
  )
}

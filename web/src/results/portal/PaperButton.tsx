import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { address, call } from '../../api/call.ts'
import { showFailure } from '../../api/failure.ts'

type PaperButtonProps = {
  paper: '/v1/reports/tour-results/{token}' | '/v1/reports/online-score-sheets/{token}'
  registration_id: number
  children: ReactNode
}

/** Downloads a paper of the registration through a token that is good for a few minutes. RES-034. */
export function PaperButton({ paper, registration_id, children }: PaperButtonProps) {
  const [pending, setPending] = useState(false)
  async function download() {
    setPending(true)
    try {
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

import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Which payment fields there are, and what they can do. */
export const usePaySession = () =>
  useQuery({ queryKey: ['payment fields'], queryFn: () => call('POST /v1/payments/session', {}), staleTime: 300_000 })

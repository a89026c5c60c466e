/**
 * Capabilities in the order of their imports: each may import the ones before it, in every package. The architecture test
 * checks it. Nested folders (registrations/attendees, payments/gateways) belong to their capability.
 */
export const capabilities = [
  'platform',
  'roster',
  'accounts',
  'share-links',
  'capacity',
  'tours',
  'ledger',
  'registrations',
  'payments',
  'waivers',
  'music',
  'access-codes',
  'reports',
  'waiting-list',
  'running-order',
  'judging',
  'critiques',
  'homework',
  'results',
  'survey',
  'desk',
  'dev',
] as const

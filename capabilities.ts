/**
 * Capabilities in the order of their imports: each may import the ones before it, in every package. The architecture test
 * checks it. Nested folders (registrations/attendees, payments/nmi) belong to their capability.
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
  'event',
  'reports',
  'waiting-list',
  'privacy',
  'desk',
  'dev',
] as const

import { PageHeader } from '../../ui/PageHeader.tsx'

export const KitPage = () => <PageHeader title="Parts" />
